#include "spielkern/core/files.hpp"

#include <doctest/doctest.h>

#include "temporary_folder.hpp"

using namespace spielkern;

namespace {

std::string content(const std::filesystem::path& path) {
  const MappedFile file(path);
  return std::string(reinterpret_cast<const char*>(file.data()), file.size());
}

}  // namespace

TEST_CASE("a file has its name only when it is whole") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "file";
  {
    FileWriter writer(path);
    writer.write("abc", 3);
    CHECK(!std::filesystem::exists(path));
  }
  CHECK(std::filesystem::is_empty(folder.path()));  // given up, nothing left
  {
    FileWriter writer(path);
    writer.write("abc", 3);
    writer.write("def", 3);
    writer.finish();
  }
  CHECK(content(path) == "abcdef");
  {
    FileWriter writer(path);
    writer.write("new", 3);
    CHECK(content(path) == "abcdef");
    writer.finish();
  }
  CHECK(content(path) == "new");
  CHECK(folder.files() == 1);
}

TEST_CASE("what a killed process left is overwritten") {
  const TemporaryFolder folder;
  const auto path = folder.path() / "file";
  std::ofstream(path.string() + ".spielkern-partial") << "a long rest of an earlier try";
  FileWriter writer(path);
  writer.write("short", 5);
  writer.finish();
  CHECK(content(path) == "short");
  CHECK(folder.files() == 1);
}

TEST_CASE("one writer at a time") {
  const TemporaryFolder folder;
  FileWriter writer(folder.path() / "file");
  CHECK_THROWS_AS(FileWriter(folder.path() / "file"), TableError);
}

TEST_CASE("files that cannot be are refused") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(MappedFile(folder.path() / "missing"), TableError);
  CHECK_THROWS_AS(MappedFile(folder.path()), TableError);
  CHECK_THROWS_AS(FileWriter(folder.path() / "missing" / "file"), TableError);
  std::ofstream(folder.path() / "empty").flush();
  CHECK(content(folder.path() / "empty").empty());
}

#ifdef SPIELKERN_POSIX
TEST_CASE("a pipe is refused, not waited for") {
  const TemporaryFolder folder;
  const auto pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  ::alarm(10);
  CHECK_THROWS_AS(MappedFile{pipe}, TableError);
  ::alarm(0);
}
#endif
