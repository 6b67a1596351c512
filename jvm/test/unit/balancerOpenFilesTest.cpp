// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// Which files the balancer's readers keep open, on this machine's own /proc.
#include "gc/parallel/balancer/balancerOpenFiles.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sched.h>
#include <string>
#include <sys/mount.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

std::string read(const std::string& path) {
  char text[4096];
  return BalancerOpenFiles::read(path.c_str(), text, sizeof(text)) ? text : "unreadable";
}

int open_descriptors() {
  return (int)std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator());
}

TEST(OpenFiles, AFileOfTheKernelIsOpenedOnceAndReadAnew) {
  const std::string before = read("/proc/uptime");
  const int open = open_descriptors();
  std::string now = before;
  for (int i = 0; i < 100 && now == before; i++) {
    usleep(10000);
    now = read("/proc/uptime");
  }
  EXPECT_NE(before, now);
  EXPECT_EQ(open, open_descriptors());
}

TEST(OpenFiles, AFileOnADiskIsReadByItsNameEachTime) {
  char path[] = "/tmp/openFilesXXXXXX";
  const int fd = mkstemp(path);
  ASSERT_GE(fd, 0);
  close(fd);
  const int open = open_descriptors();
  std::ofstream(path) << "first";
  EXPECT_EQ("first", read(path));
  const std::string other = std::string(path) + ".new";
  std::ofstream(other) << "second";
  fs::rename(other, path);
  EXPECT_EQ("second", read(path));
  fs::remove(path);
  EXPECT_EQ("unreadable", read(path));
  EXPECT_EQ(open, open_descriptors());
}

TEST(OpenFiles, AFileOfTheKernelThatIsGoneIsUnreadable) {
  const pid_t child = fork();
  if (child == 0) {
    pause();
    _exit(0);
  }
  ASSERT_GT(child, 0);
  const std::string path = "/proc/" + std::to_string(child) + "/stat";
  EXPECT_EQ(0u, read(path).find(std::to_string(child)));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_EQ("unreadable", read(path));
  EXPECT_EQ("unreadable", read(path));
}

// The kernel hands out one of many records in pieces of a page.
TEST(OpenFiles, AFileOfSeveralPagesIsReadToItsEndEachTime) {
  std::ifstream file("/proc/vmstat");
  const std::string whole((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::string last = whole.substr(whole.rfind('\n', whole.size() - 2) + 1);
  const std::string name = last.substr(0, last.find(' '));
  static char text[256 * 1024];
  for (int i = 0; i < 3; i++) {
    ASSERT_TRUE(BalancerOpenFiles::read("/proc/vmstat", text, sizeof(text)));
    EXPECT_NE(std::string::npos, std::string(text).find("\n" + name + " ")) << i;
  }
}

// 0 if the list of mounts is read whole a second time, 1 if not, 2 if no mount namespace can be made. In a process of its own.
int read_mounts_with_a_long_line(const std::string& base) {
  std::string deep = base;
  for (int i = 0; i < 8; i++) {
    deep += "/" + std::string(200, ' ');      // four letters each in the list: longer than a page
  }
  int result = 2;
  // Such lines behind each number of short ones: one of them begins a page after little.
  if (unshare(CLONE_NEWNS) == 0 && mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0) {
    static char text[256 * 1024];
    result = 0;
    for (int i = 0; i < 24 && result == 0; i++) {
      const std::string& at = i % 4 == 3 ? deep : base;
      if (i % 4 == 3) { fs::create_directories(deep); }
      if (mount("none", at.c_str(), "tmpfs", 0, "size=64k") != 0) { return 2; }
      std::ifstream file("/proc/self/mountinfo");
      const std::string whole((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
      for (int k = 0; k < 2; k++) {
        if (!BalancerOpenFiles::read("/proc/self/mountinfo", text, sizeof(text)) || whole != text) { result = 1; }
      }
    }
  }
  return result;      // the mounts end with the process
}

// Found by reading: a line that does not fit what is left of a page ends a piece early, which passed for the end of the text.
TEST(OpenFiles, ALongLineOfMountinfoIsNotTheEndOfIt) {
  char base[] = "/tmp/openFilesXXXXXX";
  ASSERT_NE(nullptr, mkdtemp(base));
  const pid_t child = fork();
  if (child == 0) {
    _exit(read_mounts_with_a_long_line(base));
  }
  int status = 0;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  fs::remove_all(base);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 2) {
    GTEST_SKIP() << "no right to make mounts";
  }
  EXPECT_EQ(0, WEXITSTATUS(status));
}

TEST(OpenFiles, FilesOfThreadsAreNotKept) {
  const int open = open_descriptors();
  EXPECT_NE("unreadable", read("/proc/self/task/" + std::to_string(getpid()) + "/stat"));
  EXPECT_EQ(open, open_descriptors());
}

TEST(OpenFiles, AFileIsReadFromItsBeginningBySeveralThreads) {
  const std::string first = read("/proc/version");
  auto many = [&] {
    for (int i = 0; i < 1000; i++) {
      ASSERT_EQ(first, read("/proc/version"));
    }
  };
  std::thread one(many), other(many);
  one.join();
  other.join();
}

} // namespace
