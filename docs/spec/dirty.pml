/* The debt of signals: what the mark '#dirty' is for. W waiters of conditions of one lock, any number of others, owners
 * that go without a word (they die, or lose the lock by force) at any moment, no time.
 *
 * woken    no settled state in which somebody still waits for a signal since before an owner went without a word
 * Rules    Whoever is made the holder while somebody waits for a signal is marked, in the same script. Its release, and
 *          its await, take the mark away; nobody else does. Every script that finds the lock free looks for the mark
 *          before it makes anybody the holder: all who wait for a signal then wait for the lock.
 * Mutants  NOMARK (a grant does not mark), ANYCLEARS (a release that did not hold takes the mark away), NOLOOK (who takes
 *          a free lock does not look), LATEGRANT (a repeated signal grants the free lock without looking)
 */
#ifndef W
#define W 2
#endif
#ifndef STEPS
#define STEPS 9
#endif
#define NB 255
#define OTHER 100
byte owner = OTHER; bool parked[W], queued[W], debt[W], dirty; byte n, k, f; hidden byte woken; /* always false: a name */

inline anybody() { f = 0; k = 0; do :: k < W -> if :: parked[k] -> f = 1 :: else fi; k++ :: else -> break od; k = 0 }
inline rouse() { k = 0; do :: k < W -> if :: parked[k] -> parked[k] = 0; debt[k] = 0; queued[k] = 1 :: else fi; k++ :: else -> break od; k = 0; dirty = 0 }
inline look() { if :: dirty -> rouse() :: else fi }
#ifdef NOMARK
#define MARK skip
#else
#define MARK anybody(); if :: f -> dirty = 1 :: else fi; f = 0
#endif
/* the lock is free: the first ticket gets it (which one does not matter here) */
inline grant() { k = 0; do :: k < W && !queued[k] -> k++ :: else -> break od;
  if :: k < W -> queued[k] = 0; owner = k; k = 0; MARK :: else -> k = 0 fi }
#ifdef LATEGRANT
#define LOOKLATE skip
#else
#define LOOKLATE look()
#endif
#ifdef NOLOOK
#define LOOKASK skip
#else
#define LOOKASK look()
#endif
#ifdef ANYCLEARS
#define CLEARS dirty = 0
#else
#define CLEARS skip
#endif
#define FREE (owner == NB)
#define NOQUEUE (!queued[0] && !queued[1])
#define OWED ((parked[0] && debt[0]) || (parked[1] && debt[1]))

active proctype system() {
  do
  /* one who uses conditions asks for the lock */
  :: d_step { n < STEPS && owner != 0 && !parked[0] && !queued[0] -> n++; queued[0] = 1; if :: FREE -> LOOKASK; grant() :: else fi }
  :: d_step { n < STEPS && owner != 1 && !parked[1] && !queued[1] -> n++; queued[1] = 1; if :: FREE -> LOOKASK; grant() :: else fi }
  /* the owner, if it is one of those who use conditions, waits for a signal */
  :: d_step { n < STEPS && owner < W -> n++; f = owner; owner = NB; dirty = 0; parked[f] = 1; f = 0; grant() }
  :: d_step { n < STEPS && !FREE -> n++; owner = NB; dirty = 0; grant() }                       /* releases */
  :: d_step { n < STEPS && !FREE && parked[0] -> n++; parked[0] = 0; debt[0] = 0; queued[0] = 1 }  /* signals */
  :: d_step { n < STEPS && !FREE && parked[1] -> n++; parked[1] = 0; debt[1] = 0; queued[1] = 1 }
  :: d_step { n < STEPS && !FREE -> n++; owner = NB;                                            /* goes without a word */
      k = 0; do :: k < W -> debt[k] = parked[k]; k++ :: else -> break od; k = 0 }
  :: d_step { n < STEPS && FREE -> n++; LOOKASK; grant(); if :: FREE -> owner = OTHER; MARK :: else fi }  /* another asks */
  :: d_step { n < STEPS && FREE -> n++; CLEARS; look(); grant() }                               /* a release of nothing */
  :: d_step { n < STEPS && parked[0] -> n++; parked[0] = 0; debt[0] = 0; queued[0] = 1; if :: FREE -> LOOKLATE; grant() :: else fi } /* a late signal */
  :: d_step { FREE && (dirty || !NOQUEUE) && (parked[0] || parked[1] || !NOQUEUE) -> look(); grant() }  /* a roll call */
  /* nobody holds, nobody is queued, no mark: nothing will happen by itself any more */
  :: d_step { FREE && NOQUEUE && !dirty && OWED -> assert(woken) }
  :: n >= STEPS && FREE && NOQUEUE && !dirty -> break
  :: n >= STEPS && !FREE -> break
  od
}
