// SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
// The signals of the balancer, read from trees of files as kernels show them: version 1 recorded on Linux 6.18, version 2
// by the kernel's documentation (Documentation/admin-guide/cgroup-v2.rst).
#include "gc/parallel/balancer/balancerText.hpp"
#include "gc/parallel/balancer/memorySignal.hpp"
#include "gc/parallel/balancer/pressureSignal.hpp"
#include "gc/parallel/balancer/waitSignal.hpp"
#include "runtime/os.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>

namespace {

namespace fs = std::filesystem;

const char* const Mounts1 =
  "23 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n"
  "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755\n"
  "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n"
  "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw\n";
const char* const Groups1 = "9:name=systemd:/\n4:memory:/jobs/a\n1:cpu,cpuacct:/\n0::/jobs\n";
const char* const Mounts2 = "30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
const char* const Groups2 = "0::/kubepods.slice/pod1.scope\n";

const char* const Stat1 =
  "cache 9920512\nrss 8384512\nshmem 9084928\ndirty 61440\nworkingset_refault_file 913\n"
  "hierarchical_memory_limit 536870912\ntotal_cache 314572800\ntotal_rss 104857600\ntotal_rss_huge 0\n"
  "total_shmem 10485760\ntotal_dirty 4194304\ntotal_writeback 1048576\ntotal_workingset_refault_anon 0\n"
  "total_workingset_refault_file 1000\ntotal_pgmajfault 1372\n";
const char* const Stat2 =
  "anon 104857600\nfile 314572800\nkernel 20971520\nkernel_stack 1048576\npagetables 2097152\nsec_pagetables 0\n"
  "percpu 65536\nsock 4096\nvmalloc 0\nshmem 10485760\nfile_mapped 209715200\nfile_dirty 4194304\nfile_writeback 1048576\n"
  "slab_reclaimable 8388608\nslab_unreclaimable 4194304\nslab 12582912\nworkingset_refault_anon 0\n"
  "workingset_refault_file 1000\npgmajfault 77\n";
const char* const Meminfo =
  "MemTotal:        4194304 kB\nMemFree:         1048576 kB\nMemAvailable:    3145728 kB\nCached:          1048576 kB\n"
  "Dirty:              1024 kB\nWriteback:             0 kB\nShmem:             10240 kB\n";
const char* const Pressure =
  "some avg10=3.44 avg60=0.76 avg300=0.98 total=10311881\nfull avg10=0.00 avg60=0.11 avg300=0.81 total=9234005\n";

class Signals : public testing::Test {
protected:
  std::string root;

  void SetUp() override {
    char directory[] = "/tmp/balancerXXXXXX";
    root = mkdtemp(directory);
    BalancerFiles::set_root(root.c_str());
    file("/proc/meminfo", Meminfo);
  }
  void TearDown() override {
    BalancerFiles::set_root(nullptr);
    fs::remove_all(root);
  }
  void file(const std::string& path, const std::string& text) {
    fs::create_directories(fs::path(root + path).parent_path());
    std::ofstream(root + path) << text;
  }
  void remove(const std::string& path) { fs::remove_all(root + path); }
  void version_1() {
    file("/proc/self/cgroup", Groups1);
    file("/proc/self/mountinfo", Mounts1);
    file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    file("/sys/fs/cgroup/memory/jobs/memory.limit_in_bytes", "536870912\n");
    file("/sys/fs/cgroup/memory/jobs/memory.stat", Stat1);
    file("/sys/fs/cgroup/memory/jobs/memory.kmem.usage_in_bytes", "12582912\n");
    file("/sys/fs/cgroup/memory/jobs/a/memory.limit_in_bytes", "9223372036854771712\n");
    file("/sys/fs/cgroup/memory/jobs/a/memory.stat", Stat1);
  }
  void version_2() {
    file("/proc/self/cgroup", Groups2);
    file("/proc/self/mountinfo", Mounts2);
    file("/sys/fs/cgroup/kubepods.slice/memory.max", "max\n");
    file("/sys/fs/cgroup/kubepods.slice/pod1.scope/memory.max", "536870912\n");
    file("/sys/fs/cgroup/kubepods.slice/pod1.scope/memory.stat", Stat2);
    file("/sys/fs/cgroup/kubepods.slice/pod1.scope/cgroup.events", "populated 1\nfrozen 0\n");
    file("/sys/fs/cgroup/kubepods.slice/pod1.scope/io.pressure", Pressure);
  }
  static std::string stat(int faults, int delay) {
    return "42 (a (b) c) S 1 1 1 0 -1 4194304 102 0 " + std::to_string(faults) + " 0 0 0 0 0 20 0 1 0 52454 3133440 412 "
           "18446744073709551615 1 1 1 0 0 0 0 0 0 0 0 0 17 0 0 0 " + std::to_string(delay) + " 0 0 1 1 1 1 1 1 1 0\n";
  }
};

TEST_F(Signals, version_1_takes_the_least_limit_above_the_process) {
  version_1();
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  EXPECT_NE(std::string::npos, std::string(signal.source()).find("version 1, /sys/fs/cgroup/memory/jobs/a"));
  ASSERT_TRUE(signal.read(&r));
  EXPECT_TRUE(r.container);
  EXPECT_EQ(512 * M, r.limit);
  EXPECT_EQ((100 + 10 + 4 + 1 + 12) * M, r.unreclaimable);
  EXPECT_EQ(12 * M, r.kernel);
  EXPECT_EQ((4 + 1) * M, r.dirty);
  EXPECT_EQ((300 - 10 - 4 - 1) * M, r.page_cache);
  EXPECT_TRUE(r.has_refaults);
  EXPECT_EQ(1000u * 4096, r.refaulted);
}

// A sibling reads much: nothing of it helps this process, and less of it would not either.
TEST_F(Signals, page_cache_and_refaults_are_those_of_the_own_group) {
  version_1();
  file("/sys/fs/cgroup/memory/jobs/a/memory.stat", "hierarchical_memory_limit 536870912\ntotal_cache 20971520\ntotal_rss 10485760\n"
       "total_shmem 1048576\ntotal_dirty 0\ntotal_writeback 0\ntotal_workingset_refault_file 7\n");
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(512 * M, r.limit);
  EXPECT_EQ((100 + 10 + 4 + 1 + 12) * M, r.unreclaimable) << "the limit is for the sibling, too";
  EXPECT_EQ((300 - 10 - 4 - 1) * M, r.all_cache);
  EXPECT_EQ(19 * M, r.page_cache);
  EXPECT_EQ(7u * 4096, r.refaulted);
  version_2();
  file("/sys/fs/cgroup/kubepods.slice/memory.max", "268435456\n");
  file("/sys/fs/cgroup/kubepods.slice/memory.stat", "anon 209715200\nfile 52428800\nworkingset_refault_file 999999\n");
  signal.probe();
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(256 * M, r.limit);
  EXPECT_EQ(200 * M, r.unreclaimable);
  EXPECT_EQ(50 * M, r.all_cache);
  EXPECT_EQ(285 * M, r.page_cache);
  EXPECT_EQ(1000u * 4096, r.refaulted);
}

TEST_F(Signals, version_1_knows_a_limit_above_what_is_mounted) {
  file("/proc/self/cgroup", "4:memory:/docker/x\n");
  file("/proc/self/mountinfo", "35 31 0:32 /docker/x /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory\n");
  file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  file("/sys/fs/cgroup/memory/memory.stat", Stat1);
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  ASSERT_TRUE(signal.read(&r));
  EXPECT_TRUE(r.container);
  EXPECT_EQ(512 * M, r.limit);
  EXPECT_EQ((100 + 10 + 4 + 1) * M, r.unreclaimable);
  file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "104857600\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(100 * M, r.limit) << "the least counts";
  file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  file("/sys/fs/cgroup/memory/memory.stat", "hierarchical_memory_limit 9223372036854771712\ntotal_cache 1048576\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_FALSE(r.container);
  EXPECT_EQ(4096 * M, r.limit);
}

TEST_F(Signals, of_the_kernels_memory_of_a_group_of_version_1_the_machines_part_may_be_given_back) {
  file("/proc/meminfo", "MemTotal: 4194304 kB\nSlab: 163840 kB\nSReclaimable: 122880 kB\nSUnreclaim: 40960 kB\nKernelStack: 20480 kB\nPageTables: 61440 kB\n");
  EXPECT_EQ(0u, MemorySignal::perhaps_reclaimable(16 * M));       // every process has that
  EXPECT_EQ(32 * M, MemorySignal::perhaps_reclaimable(80 * M));   // 120 of 240 MB
  EXPECT_EQ(120 * M, MemorySignal::perhaps_reclaimable(400 * M)); // the machine has no more
}

TEST_F(Signals, version_2_counts_all_but_clean_page_cache_and_reclaimable_slab) {
  version_2();
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  EXPECT_NE(std::string::npos, std::string(signal.source()).find("version 2"));
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(512 * M, r.limit);
  EXPECT_EQ((100 + 10 + 4 + 1 + 20 - 8) * M + 4096, r.unreclaimable);
  EXPECT_EQ(0u, r.kernel);
  EXPECT_EQ((4 + 1) * M, r.dirty);
  EXPECT_EQ((300 - 10 - 4 - 1) * M, r.page_cache);
  EXPECT_EQ(1000u * 4096, r.refaulted);
}

TEST_F(Signals, a_container_sees_its_own_group_at_the_mount_point) {
  file("/proc/self/cgroup", "0::/\n");
  file("/proc/self/mountinfo", Mounts2);
  file("/sys/fs/cgroup/memory.max", "268435456\n");
  file("/sys/fs/cgroup/memory.stat", Stat2);
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(256 * M, r.limit);
}

TEST_F(Signals, a_changed_limit_shows_in_the_next_reading) {
  version_2();
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  file("/sys/fs/cgroup/kubepods.slice/memory.max", "104857600\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(100 * M, r.limit);
  file("/sys/fs/cgroup/kubepods.slice/memory.max", "max\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(512 * M, r.limit);
}

TEST_F(Signals, a_lower_memory_high_is_the_limit) {
  version_2();
  const std::string pod = "/sys/fs/cgroup/kubepods.slice/pod1.scope";
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  file(pod + "/memory.high", "max\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(512 * M, r.limit);
  file(pod + "/memory.high", "419430400\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(400 * M, r.limit);
  EXPECT_EQ((100 + 10 + 4 + 1 + 20 - 8) * M + 4096, r.unreclaimable);
  EXPECT_EQ(0u, r.kernel);
  file(pod + "/memory.high", "1073741824\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(512 * M, r.limit) << "memory.max is lower";
  file(pod + "/memory.max", "max\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(1024 * M, r.limit) << "memory.high alone";
  file("/sys/fs/cgroup/kubepods.slice/memory.high", "268435456\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(256 * M, r.limit) << "of a group further up";
}

TEST_F(Signals, a_limit_that_cannot_be_read_is_not_gone) {
  version_2();
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  remove("/sys/fs/cgroup/kubepods.slice/pod1.scope/memory.max");
  EXPECT_FALSE(signal.read(&r));
  version_2();
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(512 * M, r.limit);
  remove("/sys/fs/cgroup/kubepods.slice/pod1.scope/memory.stat");
  EXPECT_FALSE(signal.read(&r));
}

// A controller that is enabled, or a limit of its own that a service gets, while it runs.
TEST_F(Signals, a_leaf_that_gets_a_memory_controller_counts_from_then_on) {
  version_2();
  const std::string leaf = "/sys/fs/cgroup/kubepods.slice/pod1.scope/leaf";
  file("/proc/self/cgroup", "0::/kubepods.slice/pod1.scope/leaf\n");
  file(leaf + "/cgroup.events", "populated 1\nfrozen 0\n");
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  EXPECT_FALSE(signal.refresh());
  file(leaf + "/memory.max", "104857600\n");
  file(leaf + "/memory.stat", Stat2);
  EXPECT_TRUE(signal.refresh());
  EXPECT_FALSE(signal.refresh());
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(100 * M, r.limit);
}

TEST_F(Signals, a_process_that_was_moved_is_found_in_its_new_group) {
  version_2();
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  file("/proc/self/cgroup", "0::/other\n");
  file("/sys/fs/cgroup/other/memory.max", "209715200\n");
  file("/sys/fs/cgroup/other/memory.stat", Stat2);
  remove("/sys/fs/cgroup/kubepods.slice");
  EXPECT_FALSE(signal.read(&r));
  EXPECT_TRUE(signal.refresh());
  EXPECT_STREQ("control group version 2, /sys/fs/cgroup/other", signal.source());
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(200 * M, r.limit);
  remove("/proc/self/cgroup");
  EXPECT_FALSE(signal.refresh());
  ASSERT_TRUE(signal.read(&r)) << "what cannot be found is not gone";
  EXPECT_EQ(200 * M, r.limit);
}

TEST_F(Signals, version_1_without_an_account_of_the_kernel_counts_what_is_left_of_all) {
  version_1();
  remove("/sys/fs/cgroup/memory/jobs/memory.kmem.usage_in_bytes");
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ((100 + 10 + 4 + 1) * M, r.unreclaimable);
  file("/sys/fs/cgroup/memory/jobs/memory.usage_in_bytes", std::to_string((300 + 100 + 9) * M) + "\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ((100 + 10 + 4 + 1 + 9) * M, r.unreclaimable);
}

TEST_F(Signals, a_leaf_without_a_memory_controller_counts_as_its_parent) {
  version_2();
  file("/proc/self/cgroup", "0::/kubepods.slice/pod1.scope/threads/leaf\n");
  file("/sys/fs/cgroup/kubepods.slice/pod1.scope/threads/leaf/cgroup.events", "populated 1\nfrozen 0\n");
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  EXPECT_STREQ("control group version 2, /sys/fs/cgroup/kubepods.slice/pod1.scope", signal.source());
  ASSERT_TRUE(signal.read(&r));
  EXPECT_TRUE(r.container);
  EXPECT_EQ(512 * M, r.limit);
}

TEST_F(Signals, without_groups_the_machine_counts) {
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  ASSERT_TRUE(signal.read(&r));
  EXPECT_FALSE(r.container);
  EXPECT_EQ(4096 * M, r.limit);
  EXPECT_EQ(1025 * M, r.unreclaimable);
  EXPECT_FALSE(r.has_refaults);
  file("/proc/vmstat", "nr_free_pages 1\nworkingset_refault_file 12\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_EQ(12u * 4096, r.refaulted);
}

// They are long, and say nothing that is used then.
TEST_F(Signals, the_machines_files_are_not_read_where_a_group_is_the_bound) {
  version_2();
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  file("/proc/meminfo", "MemTotal: 1 kB\n");
  ASSERT_TRUE(signal.read(&r));
  EXPECT_TRUE(r.container);
  EXPECT_EQ(512 * M, r.limit);
}

TEST_F(Signals, nothing_readable_is_no_reading) {
  remove("/proc/meminfo");
  MemorySignal signal;
  MemoryReading r;
  signal.probe();
  EXPECT_FALSE(signal.read(&r));
}

TEST_F(Signals, waits_are_those_of_the_group_first) {
  version_2();
  file("/proc/pressure/io", Pressure);
  WaitSignal signal;
  signal.probe(nullptr, 0);
  EXPECT_EQ(WaitSignal::GroupPressure, signal.source());
  uint64_t nanos = 0;
  ASSERT_TRUE(signal.read(nullptr, 0, &nanos));
  EXPECT_EQ((uint64_t)(10311881 + 9234005) / 2 * 1000, nanos);
}

TEST_F(Signals, the_root_of_all_groups_is_no_group_of_ours) {
  version_1();
  file("/sys/fs/cgroup/unified/jobs/io.pressure", Pressure);     // without cgroup.events
  file("/proc/pressure/io", Pressure);
  WaitSignal signal;
  signal.probe(nullptr, 0);
  EXPECT_EQ(WaitSignal::SystemPressure, signal.source());
}

TEST_F(Signals, delay_of_threads_leaves_out_the_collectors) {
  file("/proc/sys/kernel/task_delayacct", "1\n");
  file("/proc/self/task/10/stat", stat(0, 100));
  file("/proc/self/task/11/stat", stat(0, 70));
  file("/proc/self/task/12/stat", stat(0, 30));
  file("/proc/pressure/io", Pressure);
  WaitSignal signal;
  const int gc[] = { 11 };
  signal.probe(gc, 1);
  EXPECT_EQ(WaitSignal::ThreadDelay, signal.source());
  uint64_t nanos = 0;
  ASSERT_TRUE(signal.read(gc, 1, &nanos));
  EXPECT_EQ(130u * (1000000000 / sysconf(_SC_CLK_TCK)) / 2, nanos);
}

// Found by reading: a thousand seconds of delay, and one processor of two taken away, were five hundred seconds of waiting in one sample.
TEST_F(Signals, delay_of_before_a_processor_was_taken_away_stays_what_it_was) {
  file("/proc/sys/kernel/task_delayacct", "1\n");
  file("/proc/self/task/10/stat", stat(0, 100000));
  WaitSignal signal;
  signal.probe(nullptr, 0);
  uint64_t before = 0, after = 0;
  ASSERT_TRUE(signal.read(nullptr, 0, &before));
  file("/proc/self/task/10/stat", stat(0, 100010));
  os::processors = 1;
  const bool is_read = signal.read(nullptr, 0, &after);
  os::processors = 2;
  ASSERT_TRUE(is_read);
  EXPECT_EQ(10u * (1000000000 / sysconf(_SC_CLK_TCK)), after - before);
}

TEST_F(Signals, faults_leave_out_the_collectors) {
  file("/proc/self/stat", stat(50, 0));
  file("/proc/self/task/11/stat", stat(20, 0));
  const int gc[] = { 11, 99 };
  uint64_t faults = 0;
  ASSERT_TRUE(WaitSignal::mutator_faults(gc, 2, &faults));
  EXPECT_EQ(30u, faults);
  WaitSignal signal;
  signal.probe(gc, 2);
  EXPECT_EQ(WaitSignal::Faults, signal.source());
}

TEST_F(Signals, a_source_that_vanishes_is_followed_by_the_next) {
  version_2();
  file("/proc/pressure/io", Pressure);
  WaitSignal signal;
  signal.probe(nullptr, 0);
  remove("/sys/fs/cgroup/kubepods.slice/pod1.scope/io.pressure");
  uint64_t nanos = 0;
  EXPECT_FALSE(signal.read(nullptr, 0, &nanos));
  EXPECT_EQ(WaitSignal::SystemPressure, signal.source());
  EXPECT_TRUE(signal.read(nullptr, 0, &nanos));
  remove("/proc/pressure");
  EXPECT_FALSE(signal.read(nullptr, 0, &nanos));
  EXPECT_EQ(WaitSignal::None, signal.source());
  EXPECT_FALSE(signal.read(nullptr, 0, &nanos));
}

TEST_F(Signals, pressure_that_is_switched_off_is_no_source) {
  file("/proc/pressure/io", "");
  WaitSignal signal;
  signal.probe(nullptr, 0);
  EXPECT_EQ(WaitSignal::None, signal.source());
}

TEST_F(Signals, memory_pressure_is_that_of_the_group_then_of_the_system) {
  version_2();
  file("/sys/fs/cgroup/kubepods.slice/pod1.scope/memory.pressure", Pressure);
  file("/proc/pressure/memory", "some avg10=0.00 avg60=0.00 avg300=0.00 total=8\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=2\n");
  PressureSignal signal;
  signal.probe();
  EXPECT_EQ(PressureSignal::Group, signal.source());
  EXPECT_STREQ("pressure of the control group, /sys/fs/cgroup/kubepods.slice/pod1.scope/memory.pressure", signal.description());
  uint64_t nanos = 0;
  ASSERT_TRUE(signal.read(&nanos));
  EXPECT_EQ((uint64_t)(10311881 + 9234005) / 2 * 1000, nanos);
  remove("/sys/fs/cgroup/kubepods.slice/pod1.scope/memory.pressure");
  EXPECT_FALSE(signal.read(&nanos));
  EXPECT_EQ(PressureSignal::System, signal.source());
  ASSERT_TRUE(signal.read(&nanos));
  EXPECT_EQ(5000u, nanos);
  remove("/proc/pressure");
  EXPECT_FALSE(signal.read(&nanos));
  EXPECT_EQ(PressureSignal::None, signal.source());
  EXPECT_STREQ("none", signal.description());
}

// Found by reading: where memory belongs to a group further up, the files of the old group were read for as long as it existed.
TEST_F(Signals, a_process_that_was_moved_has_the_pressure_of_its_new_group) {
  version_2();
  const std::string other = "/sys/fs/cgroup/kubepods.slice/pod2.scope";
  file("/sys/fs/cgroup/kubepods.slice/pod1.scope/memory.pressure", Pressure);
  for (const char* name : { "/io.pressure", "/memory.pressure" }) { file(other + name, Pressure); }
  file(other + "/cgroup.events", "populated 1\n");
  PressureSignal pressure;
  WaitSignal wait;
  pressure.probe();
  wait.probe(nullptr, 0);
  EXPECT_FALSE(pressure.has_moved());
  EXPECT_FALSE(wait.has_moved());
  file("/proc/self/cgroup", "0::/kubepods.slice/pod2.scope\n");
  EXPECT_TRUE(pressure.has_moved());
  EXPECT_TRUE(wait.has_moved());
  pressure.probe();
  wait.probe(nullptr, 0);
  EXPECT_EQ("pressure of the control group, " + other + "/memory.pressure", pressure.description());
  EXPECT_EQ("pressure of the control group, " + other + "/io.pressure", wait.description());
  EXPECT_FALSE(pressure.has_moved());
  EXPECT_FALSE(wait.has_moved());
  // Back, and the group that it left is removed before anybody looks.
  file("/proc/self/cgroup", Groups2);
  remove(other);
  uint64_t nanos = 0;
  EXPECT_FALSE(pressure.read(&nanos));
  EXPECT_FALSE(wait.read(nullptr, 0, &nanos));
  EXPECT_STREQ("pressure of the control group, /sys/fs/cgroup/kubepods.slice/pod1.scope/memory.pressure", pressure.description());
  EXPECT_STREQ("pressure of the control group, /sys/fs/cgroup/kubepods.slice/pod1.scope/io.pressure", wait.description());
  EXPECT_TRUE(pressure.read(&nanos));
  EXPECT_TRUE(wait.read(nullptr, 0, &nanos));
}

TEST_F(Signals, memory_pressure_of_the_root_of_all_groups_is_the_systems) {
  version_1();
  file("/sys/fs/cgroup/unified/jobs/memory.pressure", Pressure);     // without cgroup.events
  file("/proc/pressure/memory", Pressure);
  PressureSignal signal;
  signal.probe();
  EXPECT_EQ(PressureSignal::System, signal.source());
  file("/proc/pressure/memory", "");      // switched off
  signal.probe();
  EXPECT_EQ(PressureSignal::None, signal.source());
}

TEST_F(Signals, bytes_read) {
  uint64_t bytes = 0;
  EXPECT_FALSE(WaitSignal::bytes_read(&bytes));
  file("/proc/self/io", "rchar: 5\nwchar: 6\nread_bytes: 4096\nwrite_bytes: 0\n");
  ASSERT_TRUE(WaitSignal::bytes_read(&bytes));
  EXPECT_EQ(4096u, bytes);
}

} // namespace
