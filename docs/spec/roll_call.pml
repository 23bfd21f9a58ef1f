/* The roll call: a dropped ticket is found. T tickets of one client, two of which a question can name; any ticket is
 * dropped at any moment (DROPS times), questions and answers are lost (FAILS times), no time.
 *
 * Code     roll.lua, drop in ledger.lua; engine/Roster, RollCall
 * found    no state of rest (nothing on its way, not naming all, the mark is the one that was answered) in which a ticket
 *          is missing
 * Rules    Who drops a ticket changes the mark, in the same script. An answer with another mark than the last has all
 *          tickets named, from the first, also if all are being named. A question that fails while all are named has them
 *          named anew.
 * Mutants  NOMARK (a drop changes nothing), NOTANEW (a new mark is known while all are named), GOESON (a question that
 *          failed is as if it had been answered)
 */
#ifndef T
#define T 5
#endif
#ifndef DROPS
#define DROPS 3
#endif
#ifndef FAILS
#define FAILS 2
#endif
#define NAMED(i) (i == a || i == b)
bool there[T], sent, done, all, was; hidden byte found; /* found is always false: a name */
byte mark, seen, next, a, b, missing, answered, drops, fails, k;

inline begin() { all = 1; next = 0 }
/* a question names two: those that are next, if all are to be named; otherwise the oldest, and one in rotation */
inline ask() {
  was = all;
  if :: all -> a = next; b = next + 1 :: else -> a = 0; b = next fi;
  next = b + 1;
  if :: next >= T -> next = 0; all = 0 :: else fi;
  sent = 1 }
inline execute() {
  k = 0; missing = 0;
  do :: k < T -> if :: NAMED(k) && !there[k] -> there[k] = 1; missing++ :: else fi; k++ :: else -> break od; k = 0;
  answered = mark; done = 1 }
#ifdef NOTANEW
#define NEWMARK (answered != seen && !was)
#else
#define NEWMARK (answered != seen)
#endif
inline hear() {
  if :: NEWMARK || (missing > 0 && !all) -> begin() :: else fi;
  seen = answered; sent = 0; done = 0; missing = 0; answered = 0; a = T + 1; b = T + 1 }
inline fail() {
  fails++; sent = 0; done = 0; missing = 0; answered = 0; a = T + 1; b = T + 1;
#ifndef GOESON
  if :: was -> begin() :: else fi
#endif
}
#ifdef NOMARK
#define MARKS skip
#else
#define MARKS mark++
#endif
inline drop() { k = 0; do :: k < T - 1 -> if :: k++ :: break fi :: else -> break od;
  if :: there[k] -> there[k] = 0; drops++; MARKS :: else fi; k = 0 }
#define REST (!sent && !all && seen == mark)

active proctype system() {
  d_step { k = 0; do :: k < T -> there[k] = 1; k++ :: else -> break od; k = 0 }
  do
  :: atomic { drops < DROPS -> drop() }
  :: d_step { !sent && !(REST && drops == DROPS && fails == FAILS && next == 0) -> ask() }
  :: d_step { sent && !done -> execute() }
  :: d_step { sent && done -> hear() }
  :: d_step { sent && fails < FAILS -> fail() }
  :: d_step { REST && !(there[0] && there[1] && there[2] && there[3] && there[4]) -> assert(found) }
  :: REST && drops == DROPS -> break
  od
}
