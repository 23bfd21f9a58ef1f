/* A signal that a server acknowledged, and that a failover loses: who pays. One owner, one that waits for a signal, a
 * master and its replica in a cluster, one failover at any moment, replication at any moment, no time but the end of
 * the lease. The client learns of the failover when a request is redirected, or whenever it looks. Each answer to the
 * release may be lost; then it is sent again.
 *
 * woken    no settled state in which the waiter still waits though the owner signalled and ended its hold
 * Rules    A redirection, and news of the topology, change the generation before the request goes on. A release wakes
 *          all if a signal was sent in another generation, whether it finds the hold or not: asked each time that it
 *          is sent, and when it is answered (another release wakes all).
 * Mutants  SAMEWAY (a redirection does not change the generation), NOTAGAIN (not asked when it is answered),
 *          ONLYHELD (a release that does not find the hold wakes nobody)
 */
#define NONE 255
bool held[2], dirty[2], parked[2], queued[2]; /* by server */
byte master, view, generation, signalled = NONE;
bool failedOver, sent, owing, answered, paid;
hidden byte woken; /* always false: a name */
byte other;

inline replicate() { other = 1 - master; held[other] = held[master]; dirty[other] = dirty[master];
  parked[other] = parked[master]; queued[other] = queued[master]; other = 0 }
#ifdef SAMEWAY
#define BUMP skip
#else
#define BUMP generation++
#endif
inline route() { if :: view != master -> BUMP; view = master :: else fi }
inline rouse() { if :: parked[master] -> parked[master] = 0; queued[master] = 1 :: else fi; dirty[master] = 0 }
#ifdef ONLYHELD
#define WAKES (owing && held[master])
#else
#define WAKES owing
#endif
inline release() { if :: WAKES -> rouse() :: else fi; if :: held[master] -> held[master] = 0; dirty[master] = 0 :: else fi }

init {
  held[0] = 1; held[1] = 1; dirty[0] = 1; dirty[1] = 1; parked[0] = 1; parked[1] = 1;
  do
  :: d_step { !failedOver -> replicate() }
  :: d_step { !failedOver -> failedOver = 1; master = 1 - master }
  :: d_step { view != master -> generation++; view = master }                    /* looks at the topology */
  :: d_step { signalled == NONE && !sent -> signalled = generation; route();     /* signals, acknowledged */
      if :: held[master] && parked[master] -> parked[master] = 0; queued[master] = 1 :: else fi }
  :: d_step { signalled != NONE && !answered -> sent = 1;                        /* releases, or does so again */
      owing = signalled != generation; route(); release() }
  :: d_step { sent && !answered -> answered = 1;                                 /* is answered, as it was sent last */
#ifdef NOTAGAIN
      paid = 1
#else
      paid = owing || signalled == generation
#endif
      }
  :: d_step { answered && !paid -> route(); rouse(); paid = 1 }                  /* pays */
  :: d_step { held[master] && sent -> held[master] = 0; if :: dirty[master] -> rouse() :: else fi } /* the lease ends */
  :: d_step { paid && !held[master] && parked[master] && !queued[master] && !dirty[master] && failedOver -> assert(woken) }
  :: paid && !held[master] && (!parked[master] || !failedOver) -> break
  od
}
