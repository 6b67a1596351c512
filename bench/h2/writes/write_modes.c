// SPDX-License-Identifier: Apache-2.0
//
// How moved objects should reach H2's file: several threads write regions from anonymous memory, as the workers of a
// moving collection do, then the file is read through its mapping. Prints one line of JSON.
//
// usage: write_modes <directory> <pwrite|writeback|files|mmap|direct> <threads> <total MB> <source MB> <region MB>
//   pwrite     one descriptor, buffered          writeback  the same, write-back of each region started at once
//   files      one file for each thread          mmap       memcpy into the mapping
//   direct     one descriptor, O_DIRECT

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { UNIT = 1 << 20, MAX_THREADS = 64 };   // bytes of one write; H2Writer's staging buffer has the same order

static struct {
  const char* mode;
  int threads, files;
  size_t total, source_size, region;
  char* source;
  int fd[MAX_THREADS];
  char* mapping[MAX_THREADS];
} job;

static void fail(const char* what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  exit(1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int is(const char* mode) { return strcmp(job.mode, mode) == 0; }

static void open_file(int i, const char* directory) {
  const off_t size = (off_t)(job.total / (size_t)job.files);
  job.fd[i] = open(directory, O_TMPFILE | O_RDWR | (is("direct") ? O_DIRECT : 0), 0600);
  if (job.fd[i] < 0) fail("open");
  if ((errno = posix_fallocate(job.fd[i], 0, size)) != 0) fail("posix_fallocate");
  job.mapping[i] = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, job.fd[i], 0);
  if (job.mapping[i] == MAP_FAILED) fail("mmap");
}

static void write_unit(int file, size_t offset, size_t from) {
  const char* data = job.source + from % job.source_size;
  if (is("mmap")) {
    memcpy(job.mapping[file] + offset, data, UNIT);
  } else if (pwrite(job.fd[file], data, UNIT, (off_t)offset) != UNIT) {
    fail("pwrite");
  }
}

// Thread t writes every job.threads-th region.
static void* write_regions(void* argument) {
  const size_t t = (size_t)argument;
  for (size_t r = t; r * job.region < job.total; r += (size_t)job.threads) {
    const int file = job.files == 1 ? 0 : (int)t;
    const size_t start = (job.files == 1 ? r : r / (size_t)job.threads) * job.region;
    for (size_t i = 0; i < job.region; i += UNIT) {
      write_unit(file, start + i, r * job.region + i);
    }
    if (is("writeback") && sync_file_range(job.fd[file], (off_t)start, (off_t)job.region, SYNC_FILE_RANGE_WRITE) != 0) {
      fail("sync_file_range");
    }
  }
  return NULL;
}

static void* read_mapping(void* argument) {
  const size_t t = (size_t)argument;
  unsigned long sum = 0;
  for (size_t r = t; r * job.region < job.total; r += (size_t)job.threads) {
    const char* p = job.files == 1 ? job.mapping[0] + r * job.region : job.mapping[t] + r / (size_t)job.threads * job.region;
    for (size_t i = 0; i < job.region; i += 512) {
      sum += (unsigned char)p[i];
    }
  }
  return (void*)sum;
}

// Seconds that all threads take for `work`; adds what they return to *sum.
static double in_threads(void* (*work)(void*), unsigned long* sum) {
  pthread_t threads[MAX_THREADS];
  const double start = now();
  for (int t = 0; t < job.threads; t++) {
    if ((errno = pthread_create(&threads[t], NULL, work, (void*)(size_t)t)) != 0) fail("pthread_create");
  }
  for (int t = 0; t < job.threads; t++) {
    void* result;
    pthread_join(threads[t], &result);
    *sum += (unsigned long)result;
  }
  return now() - start;
}

int main(int argc, char** argv) {
  if (argc != 7) {
    fprintf(stderr, "usage: %s <directory> <pwrite|writeback|files|mmap|direct> <threads> <total MB> <source MB> <region MB>\n", argv[0]);
    return 2;
  }
  job.mode = argv[2];
  job.threads = atoi(argv[3]);
  job.total = (size_t)atol(argv[4]) << 20;
  job.source_size = (size_t)atol(argv[5]) << 20;
  job.region = (size_t)atol(argv[6]) << 20;
  if (job.threads < 1 || job.threads > MAX_THREADS || job.region == 0 || job.source_size % UNIT != 0 ||
      job.total % (job.region * (size_t)job.threads) != 0) {
    fprintf(stderr, "total must be a multiple of threads times region, source of 1 MB, threads 1 to %d\n", MAX_THREADS);
    return 2;
  }
  job.files = is("files") ? job.threads : 1;
  job.source = mmap(NULL, job.source_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (job.source == MAP_FAILED) fail("mmap");
  unsigned long expected = 0, sum = 0, ignored = 0;
  for (size_t i = 0; i < job.source_size; i += 8) {
    *(unsigned long*)(job.source + i) = i * 0x9E3779B97F4A7C15ul;   // a file system must not find it compressible
  }
  for (size_t i = 0; i < job.total; i += 512) {
    expected += (unsigned char)job.source[i % job.source_size];
  }
  for (int i = 0; i < job.files; i++) {
    open_file(i, argv[1]);
  }
  const double write_s = in_threads(write_regions, &ignored);
  const double read_s = in_threads(read_mapping, &sum);
  const double reread_s = in_threads(read_mapping, &ignored);
  printf("RESULT {\"write_s\": %.3f, \"read_s\": %.3f, \"reread_s\": %.3f, \"check\": %d}\n", write_s, read_s, reread_s, sum != expected);
  return 0;
}
