/* Permits that a client hands on among its threads without the server. Client A counts what it took; others take, give,
 * reduce the permits below zero, delete the semaphore and begin the next of its name. Time goes in ticks; the slice is
 * one. Requests of A keep their order and take any time, answers at most one tick.
 *
 * Code     count/Taking, SemaphoreGate.handOn, RemoteCounter; sem/ask.lua, sem/change.lua
 * within   what is handed on was so for the server, too, a bounded time ago: the semaphore that was there had a balance
 *          not below zero, and A had taken of it what it had not given
 * heardOf  what is handed on A has taken, and not given, of the semaphore of which it was told last
 * turns    for no longer than a slice permits are handed on without one that goes to the server
 * Rules    A hands on no more than it has taken of the semaphore that is there, as far as it has heard: the count begins
 *          anew with another number, and ends when A hears of another one, or of none. It hands on only within a slice
 *          after an answer that told a balance not below zero, or after the first release that is not answered yet.
 * Mutants  NOCOUNT (what A took is not counted), NOBORN (the count goes on with another number), NOQUEUED (an answer to
 *          one that waits, which tells another number, ends nothing), NOSHORT (the balance is not looked at), NOHEARD
 *          (an answer counts for ever), PROLONG (each release awaits its answer for a slice, also if another one is not
 *          answered yet), NOTURNS (the slice begins anew with each permit that is handed on)
 * HANDS    a wrong claim, which must fail: that nothing is ever handed on
 */
#ifndef SIZE
#define SIZE 1
#endif
#ifndef TMAX
#define TMAX 6
#endif
#ifndef CALLS
#define CALLS 3 /* releases of A */
#endif
#ifndef OTHERS
#define OTHERS 3 /* what others do */
#endif
#define INCS 2
#define S 1
#ifndef BOUND
#define BOUND 3
#endif
#define ZERO 8
#define NONE 0

/* the server */
byte inc = 1; bool there = 1; byte permits = ZERO + SIZE;
byte truly[INCS + 1]; /* what A took of each, and has not given */
byte okAt; /* when it was last true that A may hand on */
/* on their way: a question or its answer; a give or its answer */
bool asking, takeSent, saidTaken; byte answered, answeredAt;
#define SENT 1
#define ANSWERED 2
byte give[2], told[2], saidBalance[2], gaveAt[2]; bool saidThere[2], isExtra[2]; /* two at most, the older one first */
/* client A */
byte born, out, heard, handing, now, calls, others, waiting = 2; bool isShort, hasHeard, isAsked, isHanding;
byte holders; /* threads of A that have one, of that from which A took last */
byte toldLast; /* of which A was told */
bool within, heardOf, turns, hands; /* always false: names */

#define REQUIRE(holds, name) if :: (holds) -> skip :: else -> assert(name) fi
#define IS_OK (there && permits >= ZERO && truly[inc] > 0)
inline look() { if :: IS_OK -> okAt = now :: else fi }
#ifdef NOCOUNT
#define HAS 1
#else
#define HAS (out > 0)
#endif
#ifdef NOSHORT
#define FITS 1
#else
#define FITS (!isShort)
#endif
#ifdef NOHEARD
#define FRESH hasHeard
#else
#define FRESH (hasHeard && now <= heard + S)
#endif
#ifdef PROLONG
#define PROLONGS 1
#else
#define PROLONGS (!isAsked)
#endif
#define MAY (HAS && FITS && FRESH && !(isHanding && now > handing + S))

/* the count begins anew; whoever has one of the semaphore before counts as a thread that took none */
inline anew(n) {
  if :: born != n -> holders = 0 :: else fi;
#ifndef NOBORN
  if :: born != n -> out = 0; isShort = 0 :: else fi;
#endif
  born = n }

active proctype system() { byte i, first;
  do
  /* A asks while some wait; the answer is that it has taken, or that it waits, and of which semaphore */
  :: d_step { waiting && !asking -> asking = 1; takeSent = 1 }
  :: d_step { takeSent -> takeSent = 0;
       if :: there && permits > ZERO -> permits--; truly[inc]++; saidTaken = 1 :: else -> saidTaken = 0 fi;
       answered = (there -> inc : NONE); answeredAt = now; look() }
  :: d_step { asking && !takeSent && answered != NONE && saidTaken -> asking = 0;
       toldLast = answered; anew(answered); out++; holders++; heard = now; hasHeard = 1; isAsked = 0;
       if :: waiting -> waiting-- :: else fi;
       answered = NONE }
  :: d_step { asking && !takeSent && !saidTaken -> asking = 0; if :: answered != NONE -> toldLast = answered :: else fi;
#ifndef NOQUEUED
       if :: answered != born -> out = 0 :: else fi;
#endif
       answered = NONE }
  /* a thread of A releases, also one that took none */
  :: d_step { calls < CALLS && born != NONE && waiting && MAY -> calls++; waiting--; if :: !holders -> holders = 1 :: else fi;
#ifdef HANDS
       assert(hands);
#endif
       if :: !isHanding -> isHanding = 1; handing = now; first = now :: else fi;
#ifdef NOTURNS
       handing = now;
#endif
       REQUIRE(now <= first + S, turns); REQUIRE(truly[toldLast], heardOf); REQUIRE(now <= okAt + BOUND, within) }
  :: d_step { calls < CALLS && born != NONE && !(waiting && MAY) && !give[1] -> calls++;
       i = (give[0] -> 1 : 0);
       isExtra[i] = !holders; if :: holders -> holders-- :: else fi;
       out = (out > 0 -> out - 1 : 0); isHanding = 0;
       if :: now <= heard + 2 * S && PROLONGS -> heard = now; isAsked = 1 :: else fi;
       give[i] = SENT; told[i] = born; i = 0 }
  :: d_step { give[0] == SENT || give[1] == SENT -> i = (give[0] == SENT -> 0 : 1); give[i] = ANSWERED; gaveAt[i] = now;
       saidThere[i] = there && inc == told[i];
       if :: saidThere[i] -> permits++; if :: isExtra[i] -> skip :: else -> truly[inc]-- fi :: else fi;
       saidBalance[i] = permits; look(); i = 0 }
  :: d_step { give[0] == ANSWERED ->
       if :: told[0] == born -> if :: !saidThere[0] -> out = 0 :: else fi;
               isShort = saidBalance[0] < ZERO; heard = now; hasHeard = 1; isAsked = 0
          :: else fi;
       give[0] = give[1]; told[0] = told[1]; saidBalance[0] = saidBalance[1]; gaveAt[0] = gaveAt[1];
       saidThere[0] = saidThere[1]; isExtra[0] = isExtra[1];
       give[1] = 0; told[1] = 0; saidBalance[1] = 0; gaveAt[1] = 0; saidThere[1] = 0; isExtra[1] = 0 }
  :: d_step { waiting < 2 -> waiting++ }
  /* others */
  :: d_step { others < OTHERS && there && permits > ZERO -> permits--; others++; look() }
  :: d_step { others < OTHERS && there -> permits++; others++; look() }
  :: d_step { others < OTHERS && there && permits >= 4 -> permits = permits - 2; others++; look() }
  :: d_step { others < OTHERS && there -> there = 0; others++ }
  :: d_step { others < OTHERS && !there && inc < INCS -> there = 1; inc++; permits = ZERO + SIZE; others++; look() }
  /* A hears of a deletion, if the message is not lost */
  :: d_step { !there -> out = 0 }
  :: d_step { now < TMAX && !(asking && !takeSent && now > answeredAt) && !(give[0] == ANSWERED && now > gaveAt[0]) && !(give[1] == ANSWERED && now > gaveAt[1]) -> now++; look() }
  :: now == TMAX -> break
  od }
