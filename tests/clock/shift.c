/* Preloaded into PostgreSQL by `shift.cjs`: the wall clock is TEST_CLOCK_OFFSET_MS later; every other clock stays. No
   header is needed, so that a compiler alone builds it. Not libfaketime, which gives the real time to the handler of a
   signal that interrupts a wait: in the future no timeout of PostgreSQL (statements, locks) ends what waits. */

struct timespec { long seconds, nanoseconds; };
struct timeval { long seconds, microseconds; };
extern char *getenv(const char *);
extern long long atoll(const char *);
extern long syscall(long, ...);

#ifdef __aarch64__
enum { clockGettime = 113, realtime = 0 };
#else
enum { clockGettime = 228, realtime = 0 };
#endif

static long long offsetMs;

__attribute__((constructor)) static void readOffset(void) {
  const char *offset = getenv("TEST_CLOCK_OFFSET_MS");
  offsetMs = offset ? atoll(offset) : 0;
}

int clock_gettime(int clock, struct timespec *now) {
  if (syscall(clockGettime, clock, now) != 0) return -1;
  if (clock != realtime) return 0;
  long long nanoseconds = now->nanoseconds + (offsetMs % 1000) * 1000000;
  long long carried = nanoseconds < 0 ? -1 : nanoseconds / 1000000000;
  now->seconds += offsetMs / 1000 + carried;
  now->nanoseconds = nanoseconds - carried * 1000000000;
  return 0;
}

int gettimeofday(struct timeval *now, void *zone) {
  (void)zone;
  struct timespec precise;
  if (clock_gettime(realtime, &precise) != 0) return -1;
  now->seconds = precise.seconds;
  now->microseconds = precise.nanoseconds / 1000;
  return 0;
}

long time(long *into) {
  struct timespec precise;
  clock_gettime(realtime, &precise);
  if (into) *into = precise.seconds;
  return precise.seconds;
}
