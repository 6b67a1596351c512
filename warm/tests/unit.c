// SPDX-License-Identifier: Apache-2.0
// Tests of single functions: `unit NAME` runs one, `unit` lists them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "file_system.h"
#include "group_memory.h"
#include "manifest.h"
#include "policy.h"
#include "sha256.h"
#include "unit.h"
#include "wire.h"

#define CHECK(condition)                                                  \
  do {                                                                    \
    if (!(condition)) {                                                   \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                            \
    }                                                                     \
  } while (0)

// The examples of FIPS 180-4 and of NIST's test vectors, and a length around every boundary of a block.
static void test_sha256(void) {
  static const struct { const char *text, *hash; } vectors[] = {
      {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
       "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
  };
  char hash[65];
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    sha256_of(vectors[i].text, strlen(vectors[i].text), hash);
    CHECK(strcmp(hash, vectors[i].hash) == 0);
  }
  char *million = malloc(1000000);
  memset(million, 'a', 1000000);
  sha256_of(million, 1000000, hash);
  CHECK(strcmp(hash, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0") == 0);
  for (size_t length = 0; length < 300; length++) {
    char whole[65];
    Sha256 pieces;
    sha256_of(million, length, whole);
    sha256_begin(&pieces);
    for (size_t at = 0, step = 1; at < length; at += step, step = step % 7 + 1)
      sha256_add(&pieces, million + at, at + step <= length ? step : length - at);
    sha256_end(&pieces, hash);
    CHECK(strcmp(hash, whole) == 0);
  }
  free(million);
}

static const uint64_t MB = 1 << 20;

// Samples, limits, what must be decided, and which servers go.
static void test_policy(void) {
  static const struct {
    const char *name;
    ServerSample sample[3];
    size_t count;
    PoolLimits limits;
    bool start, evict[3];
  } cases[] = {
      {"nothing there", {{0}}, 0, {4, 1000 << 20}, true, {0}},
      {"switched off", {{0}}, 0, {0, 1000 << 20}, false, {0}},
      {"no memory for one", {{0}}, 0, {4, 100 << 20}, false, {0}},
      {"room", {{true, 0, 100 << 20, 0}, {false, 5, 100 << 20, 0}}, 2, {4, 1000 << 20}, true, {0}},
      {"full, the longest idle goes", {{false, 5, 100 << 20, 0}, {false, 900, 100 << 20, 0}, {true, 0, 100 << 20, 0}}, 3, {3, 1000 << 20}, true, {0, 1, 0}},
      {"full, the largest goes", {{false, 100000, 100 << 20, 0}, {false, 90000, 300 << 20, 0}, {true, 0, 1 << 20, 0}}, 3, {3, 2000 << 20}, true, {0, 1, 0}},
      {"full of busy ones", {{true, 0, 100 << 20, 0}, {true, 0, 100 << 20, 0}}, 2, {2, 1000 << 20}, false, {0}},
      {"memory, two go", {{false, 1, 100 << 20, 0}, {false, 2, 100 << 20, 0}, {false, 3, 100 << 20, 0}}, 3, {9, 250 << 20}, true, {0, 1, 1}},
      {"busy ones' memory is theirs", {{true, 0, 900 << 20, 0}, {false, 2, 100 << 20, 0}}, 2, {9, 600 << 20}, true, {0}},
      {"a large busy one", {{true, 0, 12000ull << 20, 0}}, 1, {4, 1000 << 20}, true, {0}},
      {"full, one that is seldom wanted goes", {{false, 300000, 100 << 20, 99}, {false, 90000, 100 << 20, 1}, {true, 0, 1 << 20, 0}}, 3, {3, 2000 << 20}, true, {0, 1, 0}},
      {"full, a new one stays that was wanted later", {{false, 500000, 100 << 20, 99}, {false, 20000, 100 << 20, 0}, {true, 0, 1 << 20, 0}}, 3, {3, 2000 << 20}, true, {1, 0, 0}},
      {"full, one just prepared stays, large and without runs", {{false, 2600, 60 << 20, 8}, {false, 400, 200 << 20, 0}, {true, 0, 1 << 20, 0}}, 3, {3, 2000 << 20}, true, {1, 0, 0}},
      {"full, one not used for long goes before one in use", {{false, 11000, 1 << 20, 99}, {false, 9000, 300 << 20, 0}, {true, 0, 1 << 20, 0}}, 3, {3, 2000 << 20}, true, {1, 0, 0}},
      {"a large one in use goes, two that went before it stay", {{false, 9000, 2950ull << 20, 0}, {false, 11000, 100 << 20, 100}, {false, 12000, 100 << 20, 100}}, 3, {9, 3000ull << 20}, true, {1, 0, 0}},
      {"the same where one too many is there", {{false, 9000, 2950ull << 20, 0}, {false, 11000, 100 << 20, 100}, {false, 12000, 100 << 20, 100}}, 3, {2, 3000ull << 20}, true, {1, 0, 1}},
      {"idle for no time", {{false, 0, 100 << 20, 0}}, 1, {1, 1000 << 20}, true, {1}},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    bool evict[3] = {0};
    StartDecision decision = decide_start(cases[c].sample, cases[c].count, &cases[c].limits, evict);
    bool right = decision.start == cases[c].start && (decision.start || decision.reason != NULL);
    for (size_t i = 0; decision.start && i < cases[c].count; i++) right = right && evict[i] == cases[c].evict[i];
    if (!right) fprintf(stderr, "policy: %s\n", cases[c].name);
    CHECK(right);
  }
  CHECK(MB == 1048576);
}

// Idle servers that have grown.
static void test_evictions(void) {
  static const struct {
    const char *name;
    ServerSample sample[3];
    uint64_t idle_memory;
    bool evict[3];
  } cases[] = {
      {"all fit", {{false, 0, 100 << 20, 0}, {false, 9, 100 << 20, 0}, {false, 5, 100 << 20, 0}}, 300 << 20, {0}},
      {"the longest idle goes", {{false, 0, 200 << 20, 0}, {false, 9, 100 << 20, 0}, {false, 5, 100 << 20, 0}}, 300 << 20, {0, 1, 0}},
      {"two go", {{false, 0, 290 << 20, 0}, {false, 9, 100 << 20, 0}, {false, 5, 100 << 20, 0}}, 300 << 20, {0, 1, 1}},
      {"the one used last stays, whatever it has", {{false, 0, 900 << 20, 0}, {false, 9, 100 << 20, 0}, {false, 5, 100 << 20, 0}}, 300 << 20, {0, 1, 1}},
      {"busy ones stay, and their memory is theirs", {{false, 0, 250 << 20, 0}, {true, 0, 900 << 20, 0}, {false, 5, 100 << 20, 0}}, 300 << 20, {0, 0, 1}},
      {"the large one is busy again", {{true, 0, 900 << 20, 0}, {false, 9, 100 << 20, 0}, {false, 5, 100 << 20, 0}}, 300 << 20, {0}},
      {"of those in use the longest idle goes, however small", {{false, 7, 250 << 20, 0}, {false, 9, 10 << 20, 0}, {false, 5, 100 << 20, 0}}, 350 << 20, {0, 1, 0}},
      {"a large one goes, the one that went before it stays", {{false, 9, 900 << 20, 0}, {false, 20000, 100 << 20, 9}, {false, 5, 100 << 20, 0}}, 350 << 20, {1, 0, 0}},
      {"another one was used last", {{false, 70000, 250 << 20, 0}, {false, 90000, 10 << 20, 0}, {false, 5, 100 << 20, 0}}, 300 << 20, {1, 0, 0}},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    bool evict[3] = {true, true, true};
    decide_evictions(cases[c].sample, 3, &(PoolLimits){4, cases[c].idle_memory}, evict);
    bool right = memcmp(evict, cases[c].evict, sizeof evict) == 0;
    if (!right) fprintf(stderr, "evictions: %s\n", cases[c].name);
    CHECK(right);
  }
}

// A container of a gigabyte has room for one server, one of half a gigabyte has not.
static void test_default_memory(void) {
  static const struct { uint64_t memory, idle; bool start; } cases[] = {{512, 128, false}, {800, 200, true}, {1024, 200, true}, {2048, 256, true}, {24576, 3072, true}};
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    PoolLimits limits = {4, default_idle_memory(cases[c].memory * MB)};
    CHECK(limits.idle_memory == cases[c].idle * MB);
    CHECK(decide_start(NULL, 0, &limits, NULL).start == cases[c].start);
  }
}

static uint64_t random_state = 88172645463325252ull;

uint64_t random_number(void) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return random_state;
}

// A frame a server may send, written into bytes; returns its length.
static size_t good_frame(uint8_t *bytes) {
  static const struct { uint8_t type, length; } kinds[] = {{FRAME_ACCEPTED, 0}, {FRAME_REFUSED, 5}, {FRAME_EXIT, 8}};
  size_t k = random_number() % 3;
  memset(bytes, 0, 64);
  memcpy(bytes, "SPWP\1", 5);
  bytes[6] = kinds[k].type;
  bytes[8] = kinds[k].length;
  return HEADER_SIZE + kinds[k].length;
}

// Whole frames come out however they are cut; a damaged one is never taken for another type or length.
static void test_frames(void) {
  for (int round = 0; round < 20000; round++) {
    int pair[2];
    uint8_t bytes[64];
    size_t length = good_frame(bytes), cut = random_number() % (length + 1);
    bool damaged = round % 2 == 1;
    if (damaged) bytes[random_number() % HEADER_SIZE] ^= (uint8_t)(1 + random_number() % 255);
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    Buffer pending = {0};
    Frame frame = {0};
    CHECK(write(pair[0], bytes, cut) == (ssize_t)cut);
    ReadResult result = read_frame(pair[1], &pending, &frame);
    CHECK(damaged || result == (cut == length ? READ_FRAME : READ_MORE));
    if (result == READ_MORE && cut < length) {
      CHECK(write(pair[0], bytes + cut, length - cut) == (ssize_t)(length - cut));
      result = read_frame(pair[1], &pending, &frame);
    }
    if (result == READ_FRAME) {
      CHECK(frame.type == (FrameType)bytes[6] && frame.payload.length == get_number(bytes + 8, 4));
      CHECK(!damaged || frame.type == FRAME_REFUSED || frame.type == FRAME_ACCEPTED || frame.type == FRAME_EXIT);
    }
    CHECK(damaged || result == READ_FRAME);
    close(pair[0]);
    if (!damaged) CHECK(read_frame(pair[1], &pending, &frame) == READ_CLOSED);
    close(pair[1]);
  }
}

// An end of the peer with all read, and with something unread: only then GO cannot have been read.
static void test_unread(void) {
  for (int unread = 0; unread <= 1; unread++) {
    int pair[2];
    char byte;
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    CHECK(send_frame(pair[1], FRAME_GO, NULL, NULL, 0, boot_time_ns() + 1000000000u));
    for (int i = 0; i < HEADER_SIZE - unread; i++) CHECK(read(pair[0], &byte, 1) == 1);
    close(pair[0]);
    Buffer pending = {0};
    Frame frame;
    CHECK(read_frame(pair[1], &pending, &frame) == (unread ? READ_RESET : READ_CLOSED));
    close(pair[1]);
  }
}

// Nothing but noise: never a frame by accident of memory, never out of bounds (the checked build tells).
static void test_noise(void) {
  for (int round = 0; round < 20000; round++) {
    int pair[2];
    uint8_t bytes[256];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)random_number();
    if (round % 3 == 0) memcpy(bytes, "SPWP\1\0", 6);
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0);
    size_t length = random_number() % sizeof bytes;
    CHECK(write(pair[0], bytes, length) == (ssize_t)length);
    close(pair[0]);
    Buffer pending = {0};
    Frame frame;
    ReadResult result;
    while ((result = read_frame(pair[1], &pending, &frame)) == READ_FRAME) continue;
    CHECK(result == READ_BAD || result == READ_CLOSED);
    close(pair[1]);
  }
}

// A jar damaged anywhere is read, or not, without leaving its bounds. Standard input is the jar.
static void test_damaged_jar(void) {
  static uint8_t jar[65536];
  ssize_t length = read(0, jar, sizeof jar);
  CHECK(length > 100);
  FILE *file = tmpfile();
  for (int round = 0; round < 5000; round++) {
    size_t damage = round == 0 ? 0 : 1 + random_number() % 4;
    uint8_t copy[65536];
    memcpy(copy, jar, (size_t)length);
    for (size_t i = 0; i < damage; i++) copy[random_number() % (uint64_t)length] = (uint8_t)random_number();
    size_t kept = round % 5 == 4 ? random_number() % (uint64_t)length : (size_t)length;
    CHECK(ftruncate(fileno(file), 0) == 0 && pwrite(fileno(file), copy, kept, 0) == (ssize_t)kept);
    Buffer manifest = {0};
    JarResult result = read_manifest(fileno(file), &manifest);
    if (round == 0) CHECK(result == JAR_READ && same(main_attribute(&manifest, "main-class"), "a.Main"));
    if (result == JAR_READ) (void)main_attribute(&manifest, "Class-Path");
  }
  fclose(file);
}

static void write_in(const char *directory, const char *file, const char *text) {
  FILE *out = fopen(format("%s/%s", directory, file), "w");
  CHECK(out != NULL && fputs(text, out) >= 0 && fclose(out) == 0);
}

// Limits of the group and those above it, in both versions, and where a container sees its own part of the tree only.
static void test_group_memory(void) {
  char directory[] = "/tmp/spillway-groups-XXXXXX";
  CHECK(mkdtemp(directory) != NULL);
  static const char *const made[] = {"two", "two/a", "two/a/b", "one", "one/memory", "one/memory/c", "none"};
  for (size_t i = 0; i < sizeof made / sizeof *made; i++) CHECK(mkdir(format("%s/%s", directory, made[i]), 0700) == 0);
  write_in(directory, "two/a/memory.max", "5000\n");
  write_in(directory, "two/a/b/memory.max", "max\n");
  write_in(directory, "one/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write_in(directory, "one/memory/c/memory.limit_in_bytes", "7000\n");
  static const struct { const char *groups, *mount; uint64_t limit; } cases[] = {
      {"0::/a/b\n", "two", 5000}, {"0::/a\n", "two", 5000}, {"0::/\n", "two", UINT64_MAX}, {"0::/\n", "two/a", 5000}, {"0::/elsewhere/x\n", "two/a", 5000},
      {"2:cpu:/c\n4:cpuset,memory:/c\n0::/\n", "one", 7000}, {"4:memory:/\n", "one", 9223372036854771712u}, {"2:cpu:/c\n", "one", UINT64_MAX},
      {"0::/a\n", "none", UINT64_MAX}, {"nonsense", "two", UINT64_MAX}, {"", "two", UINT64_MAX}, {"0::\n::\n:\n", "two", UINT64_MAX}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    write_in(directory, "groups", cases[i].groups);
    uint64_t limit = group_memory_limit(format("%s/groups", directory), format("%s/%s", directory, cases[i].mount));
    if (limit != cases[i].limit) fprintf(stderr, "case %zu: %llu\n", i, (unsigned long long)limit);
    CHECK(limit == cases[i].limit);
  }
  CHECK(group_memory_limit(format("%s/missing", directory), directory) == UINT64_MAX);
  CHECK(system(format("rm -rf %s", directory)) == 0);
}

static void test_network_type(void) {
  CHECK(is_network_type(0x6969) && is_network_type(0x65735546) && is_network_type(0xff534d42));
  CHECK(!is_network_type(0xef53) && !is_network_type(0x58465342) && !is_network_type(0x01021994) && !is_network_type(0x794c7630));  // ext, XFS, tmpfs, overlay
  CHECK(!is_shared_by_machines("/proc") && !is_shared_by_machines("/missing"));
}

static const struct { const char *name; void (*run)(void); } tests[] = {
    {"sha256", test_sha256}, {"policy", test_policy}, {"evictions", test_evictions}, {"frames", test_frames}, {"noise", test_noise}, {"unread", test_unread},
    {"damaged_jar", test_damaged_jar},
    {"requests", test_requests}, {"default_memory", test_default_memory}, {"group_memory", test_group_memory}, {"network_type", test_network_type}};

int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
    if (argc < 2) printf("%s\n", tests[i].name);
    else if (strcmp(argv[1], tests[i].name) == 0) return tests[i].run(), 0;
  }
  return argc < 2 ? 0 : 2;
}
