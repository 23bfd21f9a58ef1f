/* A signal that a server acknowledged, and that a failover loses: who pays. One owner, one that waits for a signal, a
 * master and its replica in a cluster, one failover at any moment, replication at any moment, no time but the end of
 * the lease. The client learns of the failover when a request is redirected, or whenever it looks.
 *
 * woken    no settled state in which the waiter still waits though the owner signalled and ended its hold
 * Rules    A redirection, and news of the topology, change the generation before the request goes on. A release owes a
 *          signal if one was sent in another generation: asked as it is sent, which saves a request (the mark '#dirty'
 *          stays, the same script wakes all), and when it is answered (another release wakes all).
 * Mutants  SAMEWAY (a redirection does not change the generation), NOTAGAIN (not asked when it is answered)
 */
#define NONE 255
bool held[2], dirty[2], parked[2], queued[2]; /* by server */
byte master, view, generation, signalled = NONE, sent = NONE;
bool failedOver, owing, answered, paid;
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

init {
  held[0] = 1; held[1] = 1; dirty[0] = 1; dirty[1] = 1; parked[0] = 1; parked[1] = 1;
  do
  :: d_step { !failedOver -> replicate() }
  :: d_step { !failedOver -> failedOver = 1; master = 1 - master }
  :: d_step { view != master -> generation++; view = master }                              /* looks at the topology */
  :: d_step { signalled == NONE && sent == NONE ->                                         /* signals, acknowledged */
      signalled = generation; route();
      if :: held[master] && parked[master] -> parked[master] = 0; queued[master] = 1 :: else fi }
  :: d_step { signalled != NONE && sent == NONE ->                                         /* releases */
      sent = generation;
      owing = signalled != generation; route();
      if :: held[master] -> held[master] = 0;
            if :: !owing -> dirty[master] = 0 :: dirty[master] && owing -> rouse() :: else fi
         :: else fi }
  :: d_step { sent != NONE && !answered -> answered = 1;                                   /* is answered */
#ifdef NOTAGAIN
      paid = 1
#else
      paid = owing || signalled == generation
#endif
      }
  :: d_step { answered && !paid -> route(); rouse(); paid = 1 }                            /* pays */
  :: d_step { held[master] && sent != NONE -> held[master] = 0; if :: dirty[master] -> rouse() :: else fi } /* the lease ends */
  :: d_step { paid && !held[master] && parked[master] && !queued[master] && !dirty[master] && failedOver -> assert(woken) }
  :: paid && !held[master] && (!parked[master] || !failedOver) -> break
  od
}
