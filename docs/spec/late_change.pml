/* A change of a semaphore or latch that arrives late. One call; others delete what has the name, and begin the next of it,
 * at any moment. A request is sent again until it is answered; each copy is executed at any later time, or never, also
 * when the caller waits no more. Time is counted; the clocks run alike.
 *
 * Code     count/Changes, Incarnations; sem/change.lua, latch/change.lua, memory.lua
 * meant    no deletion lies between the time when the caller called, or waited, and the change
 * twice    it is changed once at most
 * Rules    A request names the number that its client was told last: of what is there, or of the last deletion. It does
 *          nothing if that one was deleted, or something since then. A second request names what is there now: if no
 *          deletion came since the call; or if the caller waits and no copy of the first was done, as it was sent once.
 * Mutants  NONUMBER (the number is not compared), NOZERO (that of a deletion is not), NOCALLER (it does not matter whether
 *          the caller waits), TWICE (sent twice is as good as once), NOREQUEST (a request is not remembered), FIRSTGONE
 *          (the answer tells since when that is gone which the request names, not when the last deletion was)
 * DOES     a wrong claim, which must fail: that a second request never changes anything
 */
#ifndef TMAX
#define TMAX 4
#endif
#ifndef STEPS
#define STEPS 4 /* deletions and beginnings by others */
#endif
#define NEVER 255
/* the server: an odd number is that of what was begun, an even one of a deletion; it rises by one each time */
byte number = 1, steps; byte at[10]; /* of each number: when that began */
/* two requests, of which the second names what the first was answered */
byte present, names[2], copies[2], executed[2]; bool done[2];
bool hasAnswer[2], isVoid[2]; byte answered[2], goneFor[2], begunFor[2]; /* 0: unknown */
byte now, calledAt = NEVER, waitedUntil = NEVER, changes; bool over;
bool meant, twice, does; /* always false: names */

#define THERE (number % 2 == 1)
#define DELETED (number - number % 2) /* the last deletion; 0: none */
#ifdef NONUMBER
#define IS(n) 1
#else
#ifdef NOZERO
#define IS(n) (number == n || n % 2 == 0)
#else
#define IS(n) (n % 2 == 1 -> number == n : DELETED == n)
#endif
#endif
#ifdef FIRSTGONE
#define GONE(n) (n + n % 2)
#else
#define GONE(n) DELETED
#endif
#define REQUIRE(holds, name) if :: (holds) -> skip :: else -> assert(name) fi
inline change() {
  changes++;
  REQUIRE(changes == 1, twice);
  REQUIRE(at[DELETED] <= (waitedUntil < now -> waitedUntil : now), meant);
#ifdef DOES
  REQUIRE(present == 0, does);
#endif
  if :: THERE -> skip :: else -> number++; at[number] = now fi /* permits begin a semaphore */
}
inline execute(r) {
  executed[r]++; hasAnswer[r] = 1; isVoid[r] = !IS(names[r]); goneFor[r] = 0; begunFor[r] = 0;
  if :: !done[r] && !isVoid[r] -> change() :: else -> skip fi;
#ifndef NOREQUEST
  done[r] = 1;
#endif
  answered[r] = number;
  if :: isVoid[r] -> goneFor[r] = (DELETED >= names[r] && DELETED > 0 -> now - at[GONE(names[r])] + 1 : 0);
          begunFor[r] = (THERE -> now - at[number] + 1 : 0)
     :: else -> skip fi }

#define BEFORE(r) (goneFor[r] > now - calledAt + 1 || begunFor[r] > now - calledAt + 1)
#ifdef NOCALLER
#define WAITS 1
#else
#define WAITS (waitedUntil == NEVER)
#endif
#ifdef TWICE
#define CERTAIN 1
#else
#define CERTAIN (copies[0] == 1)
#endif

active proctype system() {
  do
  :: d_step { now < TMAX -> now++ }
  :: d_step { steps < STEPS && number < 7 -> number++; at[number] = now; steps++ }
  /* the client was told some number before */
  :: d_step { calledAt == NEVER -> calledAt = now; names[0] = number }
  :: d_step { calledAt == NEVER && number > 1 -> calledAt = now; names[0] = number - 1 }
  :: d_step { calledAt == NEVER && number > 2 -> calledAt = now; names[0] = number - 2 }
  :: d_step { calledAt != NEVER && waitedUntil == NEVER && !over -> waitedUntil = now }
  :: d_step { calledAt != NEVER && !over && copies[present] < 2 -> copies[present]++ }
  :: d_step { executed[0] < copies[0] -> execute(0) }
  :: d_step { executed[1] < copies[1] -> execute(1) }
  /* an answer is read */
  :: d_step { !over && hasAnswer[present] ->
       if :: present == 0 && isVoid[0] && (BEFORE(0) || (CERTAIN && WAITS)) -> present = 1; names[1] = answered[0]
          :: else -> over = 1 fi }
  :: now == TMAX -> break
  od }
