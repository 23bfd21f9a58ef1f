/* The end of a validity that a renewal meets. One hold; the thread that reads the answers to its renewals, its owner, and
 * a thread that only looks, as a logger does. Each may stand still between any two of its steps. Reads of the clock and
 * of each variable are steps of their own; only the lock of the monitor keeps steps together.
 *
 * Code     engine/GrantedLease.leftNanos, setBy; engine/Keeping.renewed; gate/Holds.isValidOrLost
 * once     nobody finds it valid who began to look when somebody had seen its end
 * lost     an owner that has seen the end goes on only when the hold is lost
 * passed   only a validity that has passed is marked as over
 * Rules    Whoever sees the end marks it, and nothing takes the mark away. The clock is read before the validity is.
 * Mutants  NOMARK (the end is not marked), UNMARK (a renewal takes the mark away), LATECLOCK (the clock is read behind
 *          the validity)
 * VALID    a wrong claim, which must fail: that nobody ever finds it valid after a renewal
 */
#ifndef L
#define L 2 /* validity that an answer gives, from the sending */
#endif
#ifndef TMAX
#define TMAX 3
#endif
#ifndef R
#define R 1 /* renewals */
#endif
byte now, until = L, renewals;
bool isOver, isLost, monitor;
bool hasPassed, wasSeen; /* what is true, and known to none of them */
bool once, lost, passed, renewed; /* always false: names */

#define REQUIRE(holds, name) if :: (holds) -> skip :: else -> assert(name) fi
#ifdef NOMARK
#define MARK skip
#else
#define MARK isOver = 1; REQUIRE(hasPassed, passed)
#endif
/* over: whether the end was seen; t, mark, v: what was read */
inline look() {
#ifdef LATECLOCK
  mark = isOver; v = until; t = now;
#else
  t = now; mark = isOver; v = until;
#endif
  if :: mark -> over = 1 :: !mark && v > t -> over = 0 :: else -> d_step { over = 1; MARK } fi;
  d_step { t = 0; v = 0; mark = 0 }
}
inline enter() { atomic { !monitor -> monitor = 1 } }
inline leave() { monitor = 0 }
inline lookAsUser() {
  sawBefore = wasSeen; look();
  d_step { if :: over -> wasSeen = 1 :: else -> REQUIRE(!sawBefore, once);
#ifdef VALID
    REQUIRE(!renewals, renewed)
#endif
    fi }
}

active proctype clock() { do :: d_step { now < TMAX -> now++; if :: now >= until -> hasPassed = 1 :: else fi } :: now == TMAX -> break od }

active proctype renewals_() { byte t, v, sent; bool mark, over;
  do
  :: renewals < R && !isLost -> sent = now; /* sent, executed, and its answer is read at any later time */
     enter();
     if :: isLost -> skip
        :: else ->
           look();
           if :: over -> isLost = 1
              :: else ->
                 d_step { if :: sent + L > until -> until = sent + L :: else fi;
#ifdef UNMARK
                   isOver = 0;
#endif
                   renewals++ }
                 look();
                 if :: over -> isLost = 1 :: else fi
           fi
     fi;
     leave()
  :: else -> break
  od }

active proctype owner() { byte t, v; bool mark, over, sawBefore;
  lookAsUser();
  if :: over -> enter();
          if :: isLost -> skip :: else -> look(); if :: over -> isLost = 1 :: else fi fi;
          leave(); d_step { REQUIRE(isLost, lost) }
     :: else -> lookAsUser()
  fi }

active proctype looks() { byte t, v; bool mark, over, sawBefore; lookAsUser(); lookAsUser() }
