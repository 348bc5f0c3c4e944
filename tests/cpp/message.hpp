#pragma once

#include <string>

#include "spielkern/core/errors.hpp"

// What reading something is refused with.
std::string message(const auto& read) {
  try {
    read();
  } catch (const spielkern::Error& error) {
    return error.what();
  }
  return "accepted";
}
