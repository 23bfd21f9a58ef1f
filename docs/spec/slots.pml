/* Slots: a cluster of two nodes, a lock whose slot moves, N clients that wait, each with an inbox in the slot and another
 * that every node knows. Messages to the inbox in the slot are lost when the connection that carries them is cut. Untimed:
 * nobody asks by itself because time has passed, so a waiter that is not told waits for ever.
 *
 * Code     script/tell.lua, next.lua; inbox/SlotInboxes, SlotSubscriber, SlotInbox
 * told     no state of rest in which a waiter was granted the lock and does not know
 * served   no state of rest in which somebody waits and nobody has the lock
 * Rest     nothing is under way; the move of the slot may have stopped in the middle
 * Rules    Who listens in the slot is told there; if nobody hears it, at the other inbox. Who cannot be told in the slot is
 *          passed over for another that can; if there is none, the first has its turn. Who listens in the slot again asks.
 * Mutants  NOASK (who listens again does not ask), NOOTHER (the other inbox is not told), NOTURN (if all are passed over,
 *          nobody has a turn)
 */
#ifndef N
#define N 2
#endif
#ifndef MOVES
#define MOVES 2
#endif
#ifndef CUTS
#define CUTS 1
#endif
#define NONE 2
#define FREE 9
#define OTHER 8 /* somebody who does not wait any more */
#define WAITS 0
#define OWNS 1
#define OVER 2
byte cl[N]; bool there[N], marked[N]; /* there: a ticket */
byte sub[N]; /* where the server has its subscription */
bool toSub[N], ask[N], here[N], main_[N]; /* under way: a subscription, a question, a grant to each inbox */
byte holder = OTHER, own, moves, cuts; bool moving, told, served; /* the last two are always false: names */
byte k, first;

#define NODE (moving -> 1 - own : own) /* where scripts run: the keys are at the target */
#define HEARS(i) (!marked[i] || sub[i] == NODE)

inline grant(asker) {
  if :: holder == FREE -> k = 0; first = N;
       do :: k < N && !(there[k] && (k == asker || HEARS(k))) ->
               if :: there[k] && first == N -> first = k :: else fi; k++
          :: else -> break od;
#ifndef NOTURN
       if :: k == N || (k != asker && !marked[k] && first < N) -> k = first :: else fi;
#endif
       if :: k < N -> holder = k; there[k] = 0;
            if :: k == asker -> skip
               :: k != asker && marked[k] && sub[k] == NODE -> here[k] = 1
#ifdef NOOTHER
               :: k != asker && marked[k] && sub[k] != NODE -> skip
#else
               :: k != asker && marked[k] && sub[k] != NODE -> main_[k] = 1
#endif
               :: k != asker && !marked[k] -> main_[k] = 1 fi
          :: else fi; k = 0; first = 0
     :: else fi }
#define QUIET(i) (!toSub[i] && !ask[i] && !here[i] && !main_[i])
#if N == 2
#define REST (QUIET(0) && QUIET(1))
#define SOMEWAIT (there[0] || there[1])
#else
#define REST (QUIET(0) && QUIET(1) && QUIET(2))
#define SOMEWAIT (there[0] || there[1] || there[2])
#endif

init { byte i = 0;
  d_step { do :: i < N -> there[i] = 1; sub[i] = 0; i++ :: else -> break od; i = 0 }
  /* each may have asked before it listened in the slot */
  do :: i < N -> marked[i] = 1; i++ :: i < N -> i++ :: i == N -> break od; i = 0;
  do
  :: d_step { i == 0 && holder == OTHER -> holder = FREE; grant(FREE) }
  /* what a client hears */
  :: d_step { i < N && here[i] -> here[i] = 0; if :: cl[i] == WAITS -> cl[i] = OWNS :: else fi }
  :: d_step { i < N && main_[i] -> main_[i] = 0; if :: cl[i] == WAITS -> cl[i] = OWNS :: else fi }
  :: d_step { i < N && cl[i] == OWNS && holder == i -> cl[i] = OVER; holder = FREE; grant(FREE) }
  /* it listens again: at the node that has the slot, even while it moves */
  :: d_step { i < N && toSub[i] -> toSub[i] = 0; sub[i] = own;
#ifndef NOASK
       if :: cl[i] == WAITS -> ask[i] = 1 :: else fi
#endif
     }
  :: d_step { i < N && ask[i] -> ask[i] = 0; grant(i);
       if :: holder == i && cl[i] == WAITS -> cl[i] = OWNS :: else fi }
  /* a connection is cut, and takes with it what is under way */
  :: d_step { i < N && cuts < CUTS && sub[i] != NONE -> cuts++; sub[i] = NONE; here[i] = 0; toSub[i] = 1 }
  /* the slot moves; a move may be given up */
  :: d_step { i == 0 && moves < MOVES && !moving -> moves++; moving = 1 }
  :: d_step { i == 0 && moving -> moving = 0 }
  :: d_step { i == 0 && moving -> moving = 0; k = 0;
       do :: k < N -> if :: sub[k] == own -> sub[k] = NONE; toSub[k] = 1 :: else fi; k++ :: else -> break od;
       k = 0; own = 1 - own }
  :: i < N - 1 -> i++
  :: i > 0 -> i = 0
  :: d_step { i == 0 && REST && holder < N && cl[holder] == WAITS -> assert(told) }
  :: d_step { i == 0 && REST && holder == FREE && SOMEWAIT -> assert(served) }
  od
}
