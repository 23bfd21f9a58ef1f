/* The read-write lock: two clients, their threads, one queue of tickets. In two modes: untimed (requests, answers and
 * messages take any time), and with WBOUND in ticks (they take none, a tick is a slice).
 *
 * Code      lock-readwrite/ask, grant, readers; verbs/acquire, release; lock-readwrite gate/ReadGate, ReadEntry,
 *           ReadWriteGates; lock-core lock/CohortGate
 * Slots     the acquisitions of a client, used again when their release was executed: 0 and 1 to write, 2 and 3 entries
 *           that are shared, 4 the entry beside one's own write hold
 * exclusive at most one thread writes, and while it does no other reads
 * order     nobody gets the lock before a ticket that is older, but readers next to each other, and beside one's own writer
 * due       after a script nothing is withheld: while nobody writes the first ticket is not a reader's, and there is
 *           none when nobody reads either
 * clean     when no acquisition is left in a client, nothing of it is left at the server
 * wait      nobody waits for longer than WBOUND ticks
 * Flags     T threads (the first two are of client 0), LOSE FAULTS messages may be lost, CRASH client 1 may die,
 *           SLOW an answer may come later than messages that were sent after it; TURNS in the untimed mode
 * Mutants   WRITEPAST READPAST PASSBESIDE NOCLOSE KEEPIDLE NOTELL NOGRANT ONEREADER NOWITHGRANT NOWITHDRAW NOBESIDE
 */
#ifndef T
#define T 3
#endif
#ifndef TURNS
#define TURNS 5
#endif
#ifndef MAYLEAVE
#define MAYLEAVE(t) (t != 1) /* who leaves the queue again */
#endif
#ifndef MAYDOWN
#define MAYDOWN(t) (t == 0)  /* who reads beside its own write hold */
#endif
#ifndef FAULTS
#define FAULTS 1
#endif
#ifdef STORY                 /* breadth first, for a short counterexample, knows no hidden variables */
#define SCRATCH
#else
#define SCRATCH hidden
#endif
#define K 5                  /* slots of a client */
#define S 10
#define NB 255
#define RDRS 100             /* others read */
/* an acquisition, as its client sees it */
#define FREE 0
#define ASKS 1
#define ACQD 2               /* ACQUIRED is on its way */
#define QUED 5
#define HELD 6
#define ENDS 7               /* release or withdrawal on its way */
#define SUCC 8               /* asks with the release of its predecessor */
#define PRED 9
/* a thread */
#define OUT 0
#define WAITR 1
#define READS 2
#define WAITW 3
#define WRITES 4
#define WAITB 5              /* writes, and asks for an entry beside */
#define BOTH 6
#define GONE 7               /* its client died */
byte th[T], rs[T];           /* rs: slot under which it reads + 1 */
byte q[S], hd[2];            /* hd: who waited first to write */
bool wnt[S], ovr[S];         /* of what is held: others are known to wait; the slice is over */
bool mg[S], mw[S];           /* messages: granted, wanted */
byte wr = NB; bool se[S]; chan tq = [S] of { byte };  /* the server: writer, entries, tickets */
byte turns, faults, dead;           /* dead: of client 1: 1 it died, 2 the server knows */
SCRATCH byte x, i, j, u, turn, rd, ng[S], acq, held0, again;
SCRATCH byte exclusive, order, due, clean, wait;       /* always false: names for assertions that fail */
#ifdef WBOUND
byte wt[T]; bool old[T], ra[S];   /* ra: is to ask again */
#endif

#define CL(s) (s / K)
#define NR(s) (s % K)
#define ISW(s) (NR(s) < 2)
#define SHARED(s) (NR(s) == 2 || NR(s) == 3)
#define LIVES(c) (c == 0 || dead == 0)
#define COF(t) (t / 2)
#define W0(c) (c * K)
#define R0(c) (c * K + 2)
#define B(c) (c * K + 4)
#define UNDER(t, s) (rs[t] == s + 1)
#if T == 4
#define ANY(t3) (t3(0) || t3(1) || t3(2) || t3(3))
#define USED(s) (UNDER(0, s) || UNDER(1, s) || UNDER(2, s) || UNDER(3, s))
#else
#define ANY(t3) (t3(0) || t3(1) || t3(2))
#define USED(s) (UNDER(0, s) || UNDER(1, s) || UNDER(2, s))
#endif
#define WRITER(t) (th[t] == WRITES || th[t] == WAITB || th[t] == BOTH)
#define READER(t) (th[t] == READS || th[t] == BOTH)
#define ASKED(s) (q[s] == ASKS || q[s] == ACQD || q[s] == QUED || q[s] == SUCC)
#ifdef NOCLOSE
#define OPEN(s) (q[s] == HELD)
#else
#define OPEN(s) (q[s] == HELD && !(wnt[s] && ovr[s]))
#endif
#define ROOMR(c) (q[R0(c)] == FREE || q[R0(c) + 1] == FREE)
#define ROOMW(c) (q[W0(c)] == FREE || q[W0(c) + 1] == FREE)

/* ---- the server: each script is one step */
inline anyread() { rd = 0; j = 0; do :: j < S -> if :: se[j] -> rd = 1 :: else fi; j++ :: else -> break od }
inline unqueue(s) { if :: tq??[eval(s)] -> tq??eval(s) :: else fi }
#define HEARS(s) (LIVES(CL(s)) && q[s] != ENDS && q[s] != PRED && q[s] != FREE)
inline tellReaders() { j = 0; do :: j < S -> if :: se[j] && HEARS(j) -> mw[j] = 1 :: else fi; j++ :: else -> break od }
inline word(s, others) { if :: HEARS(s) -> mg[s] = 1; wnt[s] = others; mw[s] = 0 :: else fi }
inline grant(asker, behind) {
  turn = NB;
  if
  :: wr != NB -> turn = wr
  :: else ->
     anyread(); if :: rd -> turn = RDRS :: else fi;
     j = 0; do :: j < S -> ng[j] = 0; j++ :: else -> break od;
     do
     :: len(tq) > 0 -> tq?<x>;
        if
        :: !ISW(x) -> tq?x; se[x] = 1;
           if :: x == asker -> turn = x :: else -> ng[x] = 1; if :: turn == NB -> turn = RDRS :: else fi fi;
#ifdef ONEREADER
           x = NB; break
#endif
        :: else -> break
        fi
     :: else -> x = NB; break
     od;
     j = 0; do :: j < S -> if :: ng[j] -> word(j, (len(tq) + behind > 0)) :: else fi; j++ :: else -> break od;
#ifdef WRITEPAST
     if :: turn == RDRS -> turn = NB :: else fi;
#endif
     if
     :: x == NB -> skip
#ifdef NOTELL
     :: x != NB && turn != NB -> if :: x == asker && !again -> tellReaders() :: else fi
#else
     :: x != NB && turn != NB -> if :: x == asker -> tellReaders() :: else fi
#endif
     :: x != NB && turn == NB && x == asker -> turn = x
     :: else -> tq?x; wr = x; turn = x; word(x, (len(tq) + behind > 0))
     fi
  fi }
inline take(s) {                              /* ask: the lock is his */
#ifndef WBOUND
  if :: len(tq) > 0 && turn != s && !(NR(s) == 4 && wr != NB) -> tq?<x>; if :: x != s -> assert(order) :: else fi :: else fi;
#endif
  unqueue(s); acq = 1;
  if :: ISW(s) -> wr = s :: else -> se[s] = 1 fi }
#ifdef NOBESIDE
#define MAYENTER(s) 0
#else
#define MAYENTER(s) (NR(s) == 4 && wr != NB && CL(s) == CL(wr))
#endif
inline ask(s) {
  acq = 0; turn = NB; anyread();
  if
  :: wr == s || se[s] -> acq = 1
  :: else ->
     x = NB; if :: len(tq) > 0 -> tq?<x> :: else fi;
     if
#ifdef READPAST
     :: !ISW(s) && wr == NB -> take(s)
#endif
#ifdef WRITEPAST
     :: wr == NB && (x == NB || (x == s && ISW(s))) || MAYENTER(s) -> take(s)
#else
     :: wr == NB && !(ISW(s) && rd) && (x == NB || (x == s && ISW(s))) || MAYENTER(s) -> take(s)
#endif
     :: else ->
        held0 = (wr != NB);
        if :: tq??[eval(s)] :: else -> tq!s fi;
        grant(s, 0);
        if
        :: turn == s -> take(s)
        :: else -> if :: again && held0 && HEARS(wr) -> mw[wr] = 1 :: else fi
        fi
     fi
  fi }
inline release(s, behind) {
  held0 = (wr == s || se[s]);
  if :: wr == s -> wr = NB :: else fi;
#ifdef NOGRANT
  held0 = held0 && !se[s];
#endif
  se[s] = 0; unqueue(s);
#ifdef NOGRANT
  if :: held0 -> grant(NB, behind) :: else fi }
#else
#ifdef NOWITHGRANT
  if :: held0 -> grant(NB, behind) :: else fi }
#else
  if :: held0 || wr == NB -> grant(NB, behind) :: else fi }
#endif
#endif
inline isDue() {
  if
  :: wr == NB && len(tq) > 0 -> anyread(); tq?<x>; if :: !rd || !ISW(x) -> assert(due) :: else fi
  :: else
  fi }

/* ---- a client */
inline forget(s) { wnt[s] = 0; ovr[s] = 0; mg[s] = 0; mw[s] = 0 }
inline end(s) { forget(s); q[s] = ENDS }
inline start(s) { if :: q[s] == FREE -> q[s] = ASKS :: else -> q[s + 1] = ASKS fi }
inline waited(t) {
#ifdef WBOUND
  wt[t] = 0
#else
  skip
#endif
}
inline settle(t) {
#ifdef WBOUND
  wt[t] = 0; old[t] = 0
#else
  skip
#endif
}
inline count() {
#ifndef WBOUND
  turns++
#else
  skip
#endif
}
inline quit(t) {
#ifdef WBOUND
  old[t] = 0; wt[t] = 0
#else
  skip
#endif
}
/* who waited first to write in this client; NB if nobody */
inline head(c) {
  u = NB; j = 2 * c;
  do :: j < T && COF(j) == c -> if :: th[j] == WAITW && (u == NB || hd[c] == j) -> u = j :: else fi; j++ :: else -> break od }
inline acquired(s) {
  q[s] = HELD; ovr[s] = 0; mg[s] = 0;
  if
  :: ISW(s) -> head(CL(s)); if :: u == NB -> end(s) :: else -> th[u] = WRITES; settle(u) fi
  :: else ->
     j = 2 * CL(s); u = NB;
     do
     :: j < T && COF(j) == CL(s) ->
        if
        :: SHARED(s) && th[j] == WAITR -> th[j] = READS; rs[j] = s + 1; u = j; settle(j)
        :: NR(s) == 4 && th[j] == WAITB -> th[j] = BOTH; rs[j] = s + 1; u = j; waited(j)
        :: else
        fi; j++
     :: else -> break
     od;
     if :: u == NB -> end(s) :: else fi
  fi }
#define IDLE(s) (q[s] == HELD && !USED(s))
inline yield(c) { j = R0(c); do :: j < R0(c) + 2 -> if :: IDLE(j) -> end(j) :: else fi; j++ :: else -> break od }
inline readNew(t) {
  i = R0(COF(t));
  if
  :: OPEN(i) -> th[t] = READS; rs[t] = i + 1
  :: !OPEN(i) && OPEN(i + 1) -> th[t] = READS; rs[t] = i + 2
  :: else -> th[t] = WAITR; if :: ASKED(i) || ASKED(i + 1) :: else -> start(i) fi
  fi }
inline leaveEntry(t) {
  i = rs[t] - 1; rs[t] = 0;
  if
  :: NR(i) == 4 -> end(i)
#ifndef KEEPIDLE
  :: SHARED(i) && !USED(i) && wnt[i] -> end(i)
#endif
  :: else                                                        /* kept; it may be given back at any moment */
  fi }
inline letGo(t) {                                                /* the write hold */
  i = W0(COF(t)); if :: q[i] == HELD :: else -> i++ fi;
  head(COF(t));
  if
#ifdef PASSBESIDE
  :: u != NB && OPEN(i) -> th[u] = WRITES; settle(u)
#else
  :: u != NB && OPEN(i) && q[B(COF(t))] != HELD -> th[u] = WRITES; settle(u)
#endif
  :: u == NB -> end(i)
  :: else -> forget(i); q[i] = PRED; if :: NR(i) == 0 -> q[i + 1] = SUCC :: else -> q[i - 1] = SUCC fi
  fi }
#define OTHERWAITS(t, what) (t < 2 && th[1 - t] == what || T == 4 && t >= 2 && th[(5 - t) % T] == what)
inline withdraw(t, s) {
  if :: ASKED(s) :: else -> s++ fi;
#ifdef NOWITHDRAW
  q[s] = FREE; forget(s)
#else
  end(s)
#endif
}

#define OWNED(s) (q[s] == HELD || q[s + 1] == HELD)
#define FRESH(s) (q[s] == ASKS || q[s] == SUCC || q[s + 1] == ASKS || q[s + 1] == SUCC)
#ifdef WBOUND                /* requests, answers and messages first, in the order of slots */
#define CALM(s) ((q[s] == FREE || q[s] == QUED || q[s] == HELD) && !mg[s] && !mw[s] && !ra[s])
#define CALMC(c) (CALM(c * K) && CALM(c * K + 1) && CALM(c * K + 2) && CALM(c * K + 3) && CALM(c * K + 4))
#define LOWER(s, k) (s <= k || CALM(k))
#define FIRST(s) (LOWER(s, 0) && LOWER(s, 1) && LOWER(s, 2) && LOWER(s, 3) && LOWER(s, 4) && LOWER(s, 5) && LOWER(s, 6) && LOWER(s, 7) && LOWER(s, 8))
#define MAYGO (CALMC(0) && CALMC(1))
#define MAYSTART MAYGO
#else
#define MAYGO 1
#define MAYSTART (turns < TURNS)
#endif
inline thread(t) {
  if
  /* reads */
  :: d_step { MAYSTART && th[t] == OUT && ROOMR(COF(t)) -> count(); readNew(t) }
  :: d_step { MAYGO && th[t] == READS -> th[t] = OUT; leaveEntry(t); quit(t) }
  /* writes */
  :: d_step { MAYSTART && th[t] == OUT && ROOMW(COF(t)) ->
       count(); yield(COF(t)); th[t] = WAITW;
       if :: OTHERWAITS(t, WAITW) :: else -> hd[COF(t)] = t fi;
       i = W0(COF(t));
       if :: ASKED(i) || ASKED(i + 1) || q[i] == HELD || q[i + 1] == HELD :: else -> start(i) fi }
  :: d_step { MAYGO && th[t] == WRITES && ROOMW(COF(t)) -> th[t] = OUT; letGo(t); quit(t) }
  /* reads beside its own write hold, and lets go of either first */
  :: d_step { MAYGO && MAYDOWN(t) && th[t] == WRITES && q[B(COF(t))] == FREE -> th[t] = WAITB; q[B(COF(t))] = ASKS }
  :: d_step { MAYGO && th[t] == BOTH -> th[t] = WRITES; leaveEntry(t) }
  :: d_step { MAYGO && th[t] == BOTH && ROOMW(COF(t)) -> th[t] = READS; letGo(t) }
#ifndef WBOUND
  /* waits no longer */
  :: d_step { MAYLEAVE(t) && th[t] == WAITR && (OTHERWAITS(t, WAITR) || q[R0(COF(t))] != ASKS && q[R0(COF(t)) + 1] != ASKS) ->
       th[t] = OUT; i = R0(COF(t)); if :: OTHERWAITS(t, WAITR) :: else -> withdraw(t, i) fi }
  :: d_step { MAYLEAVE(t) && th[t] == WAITW && (OTHERWAITS(t, WAITW) || OWNED(W0(COF(t))) || !FRESH(W0(COF(t)))) ->
       th[t] = OUT; i = W0(COF(t)); if :: OTHERWAITS(t, WAITW) || OWNED(i) :: else -> withdraw(t, i) fi }
#endif
  fi }

#ifdef KEEPIDLE
#define GIVEBACK(s) skip
#else
#define GIVEBACK(s) if :: SHARED(s) && !USED(s) -> end(s) :: else fi
#endif
#define REASK(s) if :: q[s] == QUED -> again = 1; ask(s); isDue(); if :: acq -> wnt[s] = wnt[s] || len(tq) > 0; acquired(s) :: else fi :: else fi

inline answer(s) {
#ifdef SLOW
  if :: acq -> wnt[s] = wnt[s] || len(tq) > 0; q[s] = ACQD :: else -> q[s] = QUED fi
#else
  if :: acq -> wnt[s] = wnt[s] || len(tq) > 0; acquired(s) :: else -> q[s] = QUED fi
#endif
}
inline wire(s) {
  if
  :: d_step { q[s] == ASKS -> again = 0; ask(s); isDue(); answer(s) }
  :: d_step { q[s] == SUCC -> i = (NR(s) == 0 -> s + 1 : s - 1); again = 0; q[s] = ASKS; release(i, 1); q[i] = FREE; ask(s); isDue(); answer(s) }
  :: d_step { q[s] == ENDS -> release(s, 0); q[s] = FREE; isDue() }
#ifdef SLOW
  :: d_step { q[s] == ACQD -> acquired(s) }
#endif
  /* messages */
  :: d_step { mg[s] && q[s] == QUED -> acquired(s) }
  :: d_step { mw[s] && !mg[s] -> mw[s] = 0; wnt[s] = 1; if :: q[s] == HELD -> GIVEBACK(s) :: else fi }
#ifdef LOSE
#ifdef WBOUND
  :: d_step { mg[s] && faults < FAULTS -> faults++; mg[s] = 0; wnt[s] = 0 }
  :: d_step { mw[s] && faults < FAULTS -> faults++; mw[s] = 0 }
#else
  :: d_step { mg[s] -> mg[s] = 0; wnt[s] = 0 }
  :: d_step { mw[s] -> mw[s] = 0 }
#endif
#endif
  /* asks again */
#ifdef WBOUND
  :: d_step { ra[s] -> ra[s] = 0; REASK(s) }
#else
  :: d_step { q[s] == QUED -> REASK(s) }
  :: d_step { q[s] == HELD && wnt[s] && !ovr[s] -> ovr[s] = 1 }
  /* nobody has used the entry for a while, or none was there a moment ago: then it is given back at once */
  :: d_step { SHARED(s) && IDLE(s) -> end(s) }
#endif
  fi }
#ifdef WBOUND
#define INSIDE(t) (th[t] == READS || th[t] == WRITES || th[t] == BOTH)
#define LATE(t) (INSIDE(t) && old[t])
#define TOOLONG(t) (wt[t] > WBOUND)
inline tick() {
  j = 0;
  do :: j < T -> if :: INSIDE(j) -> old[j] = 1 :: th[j] == WAITR || th[j] == WAITW || th[j] == WAITB -> wt[j]++ :: else fi; j++ :: else -> break od;
  j = 0;
  do :: j < S -> if :: q[j] == HELD -> ovr[j] = 1 :: q[j] == QUED -> ra[j] = 1 :: else fi; j++ :: else -> break od;
  if :: dead == 1 -> lapse() :: else fi }
#endif
/* what the dead client left ends by itself; nobody is granted anything by that */
inline lapse() {
  dead = 2; j = K;
  do :: j < S -> se[j] = 0; unqueue(j); if :: wr == j -> wr = NB :: else fi; j++ :: else -> break od; j = 0 }

#define OTHERREADS(t) (READER(0) && t != 0 || READER(1) && t != 1 || READER(2) && t != 2 || T == 4 && READER(T - 1) && t != T - 1)
#define OTHERWRITES(t) (WRITER(0) && t != 0 || WRITER(1) && t != 1 || WRITER(2) && t != 2 || T == 4 && WRITER(T - 1) && t != T - 1)
#define CLASH(t) (WRITER(t) && (OTHERREADS(t) || OTHERWRITES(t)))
#define NONE(c) (q[c * K] == FREE && q[c * K + 1] == FREE && q[c * K + 2] == FREE && q[c * K + 3] == FREE && q[c * K + 4] == FREE)
#define LEFT(s) (wr == s || se[s] || tq??[eval(s)])

/* a process for each thread and each slot, so that they are compiled once */
active [T] proctype Thread() { do :: thread(_pid) od }
#define SLOT (_pid - T)
active [S] proctype Slot() {
  do
#ifdef WBOUND
  :: atomic { !CALM(SLOT) && FIRST(SLOT) -> wire(SLOT) }
  :: d_step { MAYGO && SHARED(SLOT) && IDLE(SLOT) -> end(SLOT) }
#else
  :: wire(SLOT)
#endif
  od }
active proctype System() {
  do
#ifdef WBOUND
  :: d_step { MAYGO && !ANY(LATE) -> tick() }
  :: d_step { ANY(TOOLONG) -> assert(wait) }
#endif
#ifdef CRASH
  :: d_step { dead == 0 -> dead = 1; th[2] = GONE; rs[2] = 0;
#if T == 4
       th[3] = GONE; rs[3] = 0;
#endif
       j = K; do :: j < S -> q[j] = FREE; forget(j); j++ :: else -> break od; j = 0 }
#ifndef WBOUND
  :: d_step { dead == 1 -> lapse() }
#endif
#endif
  :: d_step { ANY(CLASH) -> assert(exclusive) }
  :: d_step { NONE(0) && (LEFT(0) || LEFT(1) || LEFT(2) || LEFT(3) || LEFT(4)) -> assert(clean) }
  :: d_step { dead == 0 && NONE(1) && (LEFT(5) || LEFT(6) || LEFT(7) || LEFT(8) || LEFT(9)) -> assert(clean) }
  od }
