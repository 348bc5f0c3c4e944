#pragma once

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "spielkern/core/errors.hpp"

#if defined(__unix__) || defined(__APPLE__)
#define SPIELKERN_POSIX 1
#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace spielkern {

[[noreturn]] inline void fail_with_file(const std::filesystem::path& path, const std::string& what) {
  throw TableError(path.string() + ": " + what);
}

[[noreturn]] inline void fail_with_errno(const std::filesystem::path& path, const std::string& doing) {
  fail_with_file(path, doing + " failed: " + std::strerror(errno));
}

// A file's bytes, mapped into memory for reading; where there is no mapping they are read as a whole.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path) : path_(path) {
#ifdef SPIELKERN_POSIX
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);  // or a pipe would wait for its writer
    if (file < 0) fail_with_errno(path, "opening");
    struct stat status{};
    const bool regular = ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
    size_ = regular ? static_cast<std::size_t>(status.st_size) : 0;
    void* memory = size_ > 0 ? ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, file, 0) : nullptr;
    const int error = errno;
    ::close(file);
    if (!regular) fail_with_file(path, "is not a file");
    errno = error;
    if (memory == MAP_FAILED) fail_with_errno(path, "mapping");
    data_ = static_cast<const std::byte*>(memory);
#else
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file) fail_with_file(path, "cannot be opened");
    bytes_.resize(static_cast<std::size_t>(file.tellg()));
    file.seekg(0).read(reinterpret_cast<char*>(bytes_.data()), static_cast<std::streamsize>(bytes_.size()));
    if (!file) fail_with_file(path, "cannot be read");
    data_ = bytes_.data();
    size_ = bytes_.size();
#endif
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile() {
#ifdef SPIELKERN_POSIX
    if (data_ != nullptr) ::munmap(const_cast<std::byte*>(data_), size_);
#endif
  }

  const std::filesystem::path& path() const { return path_; }
  const std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  std::filesystem::path path_;
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
#ifndef SPIELKERN_POSIX
  std::vector<std::byte> bytes_;
#endif
};

// Writes a file so that its name never stands for half of it: into PATH.spielkern-partial, then to the disk, then renamed. What a
// killed process left is overwritten by the next one, and removed by whoever gives up alive. A lock keeps two processes
// from writing one file at a time; it goes with the process that holds it.
class FileWriter {
 public:
  explicit FileWriter(const std::filesystem::path& path) : path_(behind_links(path)), partial_(path_) {
    partial_ += ".spielkern-partial";
#ifdef SPIELKERN_POSIX
    for (;;) {
      file_ = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0666);
      if (file_ < 0) fail_with_errno(partial_, "creating");
      struct stat kind{};
      if (::fstat(file_, &kind) != 0 || !S_ISREG(kind.st_mode)) {
        ::close(file_);
        fail_with_file(partial_, "is in the way: not a file");
      }
      if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
        ::close(file_);
        fail_with_file(partial_, "is being written by another process");
      }
      struct stat here{};
      struct stat there{};
      const bool same = ::fstat(file_, &here) == 0 && ::stat(partial_.c_str(), &there) == 0 &&
                        here.st_ino == there.st_ino && here.st_dev == there.st_dev;
      if (same) break;
      ::close(file_);  // its last writer finished in between
    }
    if (::ftruncate(file_, 0) != 0) {
      const int error = errno;
      remove();
      errno = error;
      give_up("emptying");
    }
#else
    file_.open(partial_, std::ios::binary | std::ios::trunc);
    if (!file_) fail_with_file(partial_, "cannot be created");
#endif
  }
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter() {
    if (!finished_) remove();
  }

  void write(const void* data, std::size_t size) {
#ifdef SPIELKERN_POSIX
    const auto* bytes = static_cast<const char*>(data);
    while (size > 0) {
      const ::ssize_t written = ::write(file_, bytes, std::min(size, std::size_t{1} << 26));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) give_up("writing");
      bytes += written;
      size -= static_cast<std::size_t>(written);
    }
#else
    file_.write(static_cast<const char*>(data), static_cast<std::streamsize>(size));
    if (!file_) fail_with_file(partial_, "cannot be written");
#endif
  }

  // Gives the file its name.
  void finish() {
#ifdef SPIELKERN_POSIX
    if (::fsync(file_) != 0) give_up("syncing");
    if (::rename(partial_.c_str(), path_.c_str()) != 0) give_up("renaming");
    finished_ = true;
    ::close(file_);
    const auto folder = path_.has_parent_path() ? path_.parent_path() : std::filesystem::path(".");
    const int directory = ::open(folder.c_str(), O_RDONLY | O_CLOEXEC);
    if (directory >= 0) {
      ::fsync(directory);
      ::close(directory);
    }
#else
    file_.close();
    if (!file_) fail_with_file(partial_, "cannot be written");
    std::filesystem::rename(partial_, path_);
    finished_ = true;
#endif
  }

 private:
  // A link stays one; what it leads to is written.
  static std::filesystem::path behind_links(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::is_symlink(path, error)) return path;
    auto target = std::filesystem::canonical(path, error);
    return error ? path : target;
  }

#ifdef SPIELKERN_POSIX
  [[noreturn]] void give_up(const char* doing) const { fail_with_errno(partial_, doing); }
#endif

  void remove() {
    std::error_code ignored;
#ifdef SPIELKERN_POSIX
    std::filesystem::remove(partial_, ignored);  // while the lock is still held
    ::close(file_);
#else
    file_.close();
    std::filesystem::remove(partial_, ignored);
#endif
  }

  std::filesystem::path path_;
  std::filesystem::path partial_;
  bool finished_ = false;
#ifdef SPIELKERN_POSIX
  int file_ = -1;
#else
  std::ofstream file_;
#endif
};

}  // namespace spielkern
