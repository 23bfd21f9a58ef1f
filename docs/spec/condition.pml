/* Conditions: a signal is not lost.
 *
 * Code     await.lua, signal.lua, unpark.lua, roll.lua; condition.lua, grant.lua (what is dropped hands its signal on);
 *          gate/ConditionTicket, LockCondition; engine/Acquisition.stopAwaiting, Signalling; ADR 0009. It was
 *          written before the code and is smaller: README.md says what is not in it (the debt of a dead owner, for one).
 * W waiters of different clients, one signal, DEATHS deaths (connection closed, or half-open), claim leases end at any
 * moment, no time.
 *
 * notLost  no settled state in which the signal is unconsumed while a live waiter that was there at the signal still waits
 * Rules    await releases and enters the condition in one script. signal moves the head of the condition to the lock's
 *          queue, and remembers that. A moved ticket that is dropped unclaimed hands its signal on, in the same script.
 *          A waiter that timed out after it was moved counts as signalled. A ticket that is in neither queue goes to the
 *          lock's queue, never back to the condition.
 *          signal is for the first that listens, or for the first if nobody does; the others stay where they are.
 * Flags    W, DEATHS; AWAY inboxes of the living go and come back, so often; DEADHEAD signal does not pass over a head
 *          whose inbox nobody listens at (only slower)
 * Mutants  NOPASSON (the signal dies with its target), LEAVEFIRST, REJOIN, DEAFSTAY (a signal that finds nobody that
 *          listens moves nobody)
 */
#ifndef W
#define W 3
#endif
#ifndef DEATHS
#define DEATHS 1
#endif
#ifndef AWAY
#define AWAY 0
#endif
#define NB 255
/* a waiter, as its client knows it */
#define START 0
#define AWAIT 1     /* in await, no outcome yet */
#define TIMED 2     /* its time is up; the leave request is on its way */
#define RELOCK 3    /* outcome fixed: timed out; queues for the lock */
#define BACK 4      /* await has returned, it holds the lock */
#define END 5
#define DEAD 6
byte ws[W], co[W], lo[W], con, lon; bool cq[W], lq[W], mark[W], sub[W], elig[W];
hidden byte notLost;      /* always false: the name of the assertion that fails */
byte owner=NB, k, f, nd, nf, na; bool pend, signalled;
#define LIVE(i) (ws[i]!=DEAD && ws[i]!=END && ws[i]!=START)
inline chead() { f=NB; k=0; do :: k<W -> if :: cq[k] && (f==NB || co[k]<co[f]) -> f=k :: else fi; k++ :: else -> break od; k=0 }
inline shead() { f=NB; k=0; do :: k<W -> if :: cq[k] && sub[k] && (f==NB || co[k]<co[f]) -> f=k :: else fi; k++ :: else -> break od; k=0 }
inline lhead() { f=NB; k=0; do :: k<W -> if :: lq[k] && (f==NB || lo[k]<lo[f]) -> f=k :: else fi; k++ :: else -> break od; k=0 }
inline enq(i) { lq[i]=1; lon++; lo[i]=lon }
#ifdef DEADHEAD
#define FIRST() chead()
#elif defined(DEAFSTAY)
#define FIRST() shead()
#else
#define FIRST() shead(); if :: f==NB -> chead() :: else fi  /* signal passes over those at whose inbox nobody listens */
#endif
/* one signal: a ticket of the condition's queue to the lock's queue; mark = carries a signal not yet consumed */
inline move() { FIRST(); if :: f==NB -> skip :: else -> cq[f]=0; mark[f]=1; enq(f) fi; f=0 }
#ifdef NOPASSON
#define PASS(i) mark[i]=0
#else
#define PASS(i) if :: mark[i] -> mark[i]=0; move() :: else fi   /* a marked ticket that is dropped unclaimed hands its signal on */
#endif
inline waiter(i) {
  if
  :: d_step { ws[i]==START && owner==NB -> ws[i]=AWAIT; cq[i]=1; con++; co[i]=con }                 /* release and enter, one script */
  :: d_step { owner==i && ws[i]==AWAIT -> mark[i]=0; pend=0; ws[i]=BACK }                           /* woken: consumes the signal */
  :: d_step { ws[i]==AWAIT -> ws[i]=TIMED }
#ifdef LEAVEFIRST
  :: d_step { ws[i]==TIMED -> ws[i]=RELOCK; mark[i]=0; if :: cq[i] -> cq[i]=0; enq(i) :: else fi }  /* mutant: reports time-out though a signal was spent on it */
#else
  :: d_step { ws[i]==TIMED -> if :: cq[i] -> cq[i]=0; enq(i); ws[i]=RELOCK                          /* still in the condition's queue: really timed out */
                                 :: else -> ws[i]=AWAIT fi }                                        /* already moved: it counts as signalled */
#endif
  :: d_step { owner==i && ws[i]==RELOCK -> PASS(i); ws[i]=BACK }
  :: d_step { owner==i && ws[i]==BACK -> owner=NB; ws[i]=END }
  /* re-assertion of a ticket the server knows in neither queue (claim lease ran out, passed over) */
#ifdef REJOIN
  :: d_step { (ws[i]==AWAIT || ws[i]==RELOCK) && !cq[i] && !lq[i] && owner!=i -> if :: ws[i]==AWAIT -> cq[i]=1 :: else -> enq(i) fi }   /* mutant */
#else
  :: d_step { (ws[i]==AWAIT || ws[i]==RELOCK) && !cq[i] && !lq[i] && owner!=i -> enq(i) }           /* into the lock's queue: at worst a spurious wake-up */
#endif
  :: d_step { LIVE(i) && sub[i] && na<AWAY -> na++; sub[i]=0 }                                      /* its inbox is away for a while */
  :: d_step { LIVE(i) && !sub[i] -> sub[i]=1 }
  :: d_step { LIVE(i) && nd<DEATHS -> nd++; ws[i]=DEAD; sub[i]=0 }                                  /* dies, connection closed */
  :: d_step { LIVE(i) && nd<DEATHS -> nd++; ws[i]=DEAD }                                            /* dies, half-open: still counted as subscriber */
  fi }
#define SET(i) (ws[i]==START || ws[i]==END || ws[i]==DEAD || (ws[i]==AWAIT && cq[i] && sub[i]))
#define STARVED(i) (ws[i]==AWAIT && cq[i] && elig[i])
#if W>2
#define ALLSET (SET(0) && SET(1) && SET(2))
#define ANYSTARVED (STARVED(0) || STARVED(1) || STARVED(2))
#define NOLQ (!lq[0] && !lq[1] && !lq[2])
#define ANYC ((cq[0]&&LIVE(0)) || (cq[1]&&LIVE(1)) || (cq[2]&&LIVE(2)))
#else
#define ALLSET (SET(0) && SET(1))
#define ANYSTARVED (STARVED(0) || STARVED(1))
#define NOLQ (!lq[0] && !lq[1])
#define ANYC ((cq[0]&&LIVE(0)) || (cq[1]&&LIVE(1)))
#endif
active proctype Sys() {
  d_step { k=0; do :: k<W -> sub[k]=1; k++ :: else -> break od; k=0 }
  do
  :: waiter(0) :: waiter(1)
#if W>2
  :: waiter(2)
#endif
  /* somebody takes the free lock, signals, releases */
  :: d_step { owner==NB && NOLQ && !signalled && ANYC -> signalled=1; pend=1; k=0; do :: k<W -> elig[k]=(cq[k] && LIVE(k)); k++ :: else -> break od; k=0; move() }
  /* the lock is free: grant to the head; a head without a subscriber is passed over */
  :: d_step { owner==NB -> lhead(); if :: f==NB -> f=0 :: f!=NB && sub[f] -> lq[f]=0; owner=f; f=0 :: else -> lq[f]=0; k=f; f=0; nf=k; k=0; PASS(nf); nf=0 fi }
  /* claim lease or lease runs out */
  :: d_step { owner!=NB && (ws[owner]==DEAD || ws[owner]==AWAIT || ws[owner]==RELOCK || ws[owner]==TIMED) && lon<9 -> nf=owner; owner=NB; PASS(nf); nf=0 }
  /* nothing left to do, the signal is unconsumed, and a live waiter it was meant for still waits */
  :: d_step { ALLSET && NOLQ && owner==NB && pend && ANYSTARVED -> assert(notLost) }
  od }
