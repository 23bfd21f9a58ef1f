/* Strays: acquisitions that the server has and their client has not. One client, N acquisitions; once the server loses
 * what was written since any moment before, and each release that was executed since is undone. Untimed: a claim never
 * ends, so a stray that is granted the lock and that nobody ends keeps it for ever.
 *
 * Code     disown.lua, disowned.lua; engine/Strays, Sweep, DisownedHolds; inbox/Recipients
 * alive    who owns the lock in the client is not ended as a stray
 * held     an owner that let go is told that it held, if it did until then and the server lost nothing of it
 * served   no state of rest in which somebody waits and the lock is not owned
 * Rules    An id is known before it is sent. A grant to an id that is not known ends that. An id that was seen to wait
 *          loses its ticket only. A hold that is not known is ended when two looks have found it; a release that comes
 *          behind that was of something held.
 * Mutants  LATEID (an id is known when it was answered), IGNORE (a grant to one that is not known is ignored),
 *          TICKETHOLDS (whoever was seen to wait loses its hold, too), FORGET (which holds were ended is not remembered)
 */
#ifndef N
#define N 3
#endif
#define NEW 0
#define ASKS 1 /* its question, or what became of it, is on its way */
#define OWNS 2
#define LEAVES 3 /* its release is on its way */
#define OVER 4
#define FREE 9
byte cl[N], known[N]; /* in the client */
bool there[N], asked[N], msg[N], wasThere[N]; /* ticket; question executed; a grant that is under way */
byte holder = FREE; byte saved = FREE; bool isSaved, lost, alive, held, served; /* the last three are always false: names */
bool losable[N]; /* the server lost something of it */
bool disowned[N]; /* remembered by the client */
bool look, sawT[N], suspectH[N]; byte sawH = FREE; bool toEndT[N], toEndH[N]; bool sweep; byte k;

inline grant() {
  if :: holder == FREE -> k = 0;
       do :: k < N && !there[k] -> k++ :: else -> break od;
       if :: k < N -> holder = k; there[k] = 0; msg[k] = 1 :: else fi; k = 0
     :: else fi }
#ifdef LATEID
#define KNOWN(i) (known[i] && asked[i] && cl[i] != ASKS)
#else
#define KNOWN(i) (known[i])
#endif
#ifdef FORGET
#define REMEMBER(i) skip
#else
#define REMEMBER(i) disowned[i] = 1
#endif
inline end_(i, holdToo) {
  there[i] = 0;
  if :: holdToo && holder == i -> if :: cl[i] == OWNS -> assert(alive) :: else fi; holder = FREE :: else fi }
#define SOMEWAIT (there[0] || there[1] || there[2])
#define REST (!sweep && !look && !msg[0] && !msg[1] && !msg[2])

active proctype system() { byte i;
  do
  /* the client asks; the server executes it; the grant is read */
  :: d_step { i < N && cl[i] == NEW -> cl[i] = ASKS; known[i] = 1 }
  :: d_step { i < N && cl[i] == ASKS && !asked[i] -> asked[i] = 1; there[i] = 1; grant() }
  :: d_step { i < N && msg[i] && cl[i] == ASKS -> msg[i] = 0; cl[i] = OWNS }
  :: d_step { i < N && msg[i] && !KNOWN(i) && cl[i] != ASKS -> msg[i] = 0;
#ifndef IGNORE
       toEndH[i] = 1; sweep = 1
#endif
     }
#ifdef LATEID
  :: d_step { i < N && msg[i] && cl[i] == ASKS -> msg[i] = 0; toEndH[i] = 1; sweep = 1; cl[i] = OWNS }
#endif
  /* it lets go, or stops waiting; the release is executed */
  :: d_step { i < N && cl[i] == OWNS -> cl[i] = LEAVES; known[i] = 0 }
  :: d_step { i < N && cl[i] == LEAVES -> cl[i] = OVER;
       if :: holder == i -> holder = FREE; grant()
          :: else -> if :: !disowned[i] && !losable[i] -> assert(held) :: else fi fi }
  /* the server, as it was, is saved and comes back, once */
  :: d_step { !isSaved && !lost && i == 0 -> isSaved = 1; saved = holder; k = 0;
       do :: k < N -> wasThere[k] = there[k]; k++ :: else -> break od; k = 0 }
  :: d_step { isSaved && !lost && i == 0 -> lost = 1; k = 0;
       do :: k < N -> if :: there[k] != wasThere[k] || holder == k || saved == k -> losable[k] = 1 :: else fi;
            /* who waits asks again, and is back */
            there[k] = wasThere[k] || (cl[k] == ASKS && asked[k] && !msg[k]); k++ :: else -> break od; k = 0;
       holder = FREE; grant(); saved = FREE }
  /* a request: ends what is to be ended, looks, grants; its answer is read at any later time */
  :: d_step { sweep && !look && i == 0 -> k = 0;
       do :: k < N -> if :: toEndH[k] -> REMEMBER(k); end_(k, 1); toEndH[k] = 0 :: else fi;
#ifdef TICKETHOLDS
            if :: toEndT[k] -> end_(k, 1); toEndT[k] = 0 :: else fi;
#else
            if :: toEndT[k] -> end_(k, 0); toEndT[k] = 0 :: else fi;
#endif
            sawT[k] = there[k]; k++ :: else -> break od; k = 0;
       sawH = holder; look = 1; grant() }
  :: d_step { look && i == 0 -> look = 0; sweep = 0; k = 0;
       do :: k < N -> if :: sawT[k] && !KNOWN(k) -> toEndT[k] = 1; sweep = 1 :: else fi; sawT[k] = 0;
            if :: sawH == k && !KNOWN(k) ->
                 if :: suspectH[k] -> toEndH[k] = 1; suspectH[k] = 0 :: else -> suspectH[k] = 1 fi; sweep = 1
               :: else -> suspectH[k] = 0 fi; k++ :: else -> break od;
       k = 0; sawH = FREE }
  :: i < N - 1 -> i++
  :: i > 0 -> i = 0
  :: d_step { i == 0 && REST && holder != FREE && cl[holder] == OVER && SOMEWAIT -> assert(served) }
  od
}
