/*
 * Shifts the wall clock of one process, and of nothing else: preloaded, it takes the place of the C
 * library's gettimeofday, clock_gettime and time. The offset in microseconds is the first word of the
 * file that HOLDFAST_CLOCK names, and is read anew at every call; the monotonic clocks are left alone.
 *
 * cc -O2 -shared -fPIC -o clock_shim.so clock_shim.c
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct micros {
  time_t seconds;
  long micros;
};

static const volatile int64_t no_offset = 0;
static const volatile int64_t *offset_micros = &no_offset;

__attribute__((constructor)) static void open_offset(void) {
  const char *path = getenv("HOLDFAST_CLOCK");
  int file = path == NULL ? -1 : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return;
  }
  void *page = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  if (page != MAP_FAILED) {
    offset_micros = page;
  }
  close(file);
}

static int is_wall_clock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  int result = (int)syscall(SYS_clock_gettime, clock, now);
  if (result == 0 && is_wall_clock(clock)) {
    int64_t offset = *offset_micros; /* once: it may change under us */
    int64_t nanos = now->tv_nsec + (offset % 1000000) * 1000;
    int64_t carry = nanos < 0 ? -1 : nanos >= 1000000000 ? 1 : 0;
    now->tv_sec += offset / 1000000 + carry;
    now->tv_nsec = nanos - carry * 1000000000;
  }
  return result;
}

int gettimeofday(void *time_of_day, void *zone) {
  struct timespec now;
  (void)zone;
  if (clock_gettime(CLOCK_REALTIME, &now) != 0) {
    return -1;
  }
  if (time_of_day != NULL) {
    struct micros *out = time_of_day;
    out->seconds = now.tv_sec;
    out->micros = now.tv_nsec / 1000;
  }
  return 0;
}

time_t time(time_t *out) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (out != NULL) {
    *out = now.tv_sec;
  }
  return now.tv_sec;
}
