/* Which quorum a node serves. Three addresses of nodes; behind one of them, at any moment, another server: it has served
 * another quorum for long, to which no server behind the other addresses belonged, and knows nothing of the holds here.
 * Whoever likes changes what a server behind an address serves, at any moment (CHANGES times), also to what the stranger
 * serves once that is there. Two clients ask for one name. Untimed: the longest lease after a change is over when all have
 * ended that had begun before.
 *
 * Code      Peers, QuorumNode.checked, NodeStatus; standing.lua, join.lua
 * oneHolder two clients never hold it together
 * Rules     A vote counts if it was given under the word that the client has judged; if that says the quorum that most
 *           words say; and if the server has served it for the longest lease. To serve another quorum is to begin another
 *           epoch. What most serve is looked up at each vote, by words of any age; votes of one attempt are of one quorum.
 * Mutants   NOID (the quorum is not compared), KEEPSINCE (an epoch goes on when the server serves another quorum),
 *           NOCOMPARE (a vote under another word counts), FLIP (votes of one attempt are of several quorums)
 * Reached   REACH: a hold rests on a server that came to serve another quorum
 */
#ifndef CHANGES
#define CHANGES 1
#endif
#define N 3
#define Q 2
#define SERVERS 4 /* the last is the one that comes */
#define NOBODY 9
#define NONE 3
byte at[N] = { 0, 1, 2 };                          /* the server behind each address */
byte id[SERVERS], epoch[SERVERS], before[SERVERS]; /* before: clients that had begun before the epoch, and have not ended */
byte grant[SERVERS] = NOBODY;
byte phase[2];                                     /* idle, asks, holds */
byte votes[2];                                     /* by address */
byte judged[2] = NONE;                             /* what most served, in this attempt */
bool known[6], old[6]; byte who[6], wid[6], wep[6]; /* words: 3 * client + address */
byte changes, most, count, i; bool moved, oneHolder, arrived;

#define W(c,a) (3 * (c) + (a))
#define SAYS(c,a,q) (known[W(c,a)] && wid[W(c,a)] == q)
#define MOST(c,q) ((SAYS(c,0,q) && SAYS(c,1,q)) || (SAYS(c,0,q) && SAYS(c,2,q)) || (SAYS(c,1,q) && SAYS(c,2,q)))
inline mostServed(c) {
  if :: MOST(c,0) -> most = 0 :: MOST(c,1) -> most = 1 :: MOST(c,2) -> most = 2 :: else -> most = NONE fi }
#ifdef NOCOMPARE
#define SAME(c,a) true
#else
#define SAME(c,a) (who[W(c,a)] == at[a] && wid[W(c,a)] == id[at[a]] && wep[W(c,a)] == epoch[at[a]])
#endif
#ifdef NOID
#define OURS(c,a) true
#else
#ifdef FLIP
#define OURS(c,a) (wid[W(c,a)] == most)
#else
#define OURS(c,a) (wid[W(c,a)] == most && most == judged[c])
#endif
#endif
inline over(c) {
  phase[c] = 0; votes[c] = 0; judged[c] = NONE; i = 0;
  do :: i < SERVERS -> before[i] = before[i] & (3 - (1 << c));
       if :: grant[i] == c -> grant[i] = NOBODY :: else fi; i++ :: else -> break od; i = 0 }

active [2] proctype client() { byte a;
  do
  :: d_step { phase[_pid] == 0 -> phase[_pid] = 1 }
  :: d_step { phase[_pid] > 0 -> over(_pid) }
  /* a server says which it is, what it serves, and whether for long */
  :: atomic { if :: a = 0 :: a = 1 :: a = 2 fi;
       known[W(_pid,a)] = 1; who[W(_pid,a)] = at[a]; wid[W(_pid,a)] = id[at[a]]; wep[W(_pid,a)] = epoch[at[a]];
       old[W(_pid,a)] = (before[at[a]] == 0); a = 0 }
  /* a vote */
  :: atomic { phase[_pid] == 1 -> if :: a = 0 :: a = 1 :: a = 2 fi;
       if :: known[W(_pid,a)] && grant[at[a]] == NOBODY ->
            grant[at[a]] = _pid; mostServed(_pid);
            if :: judged[_pid] == NONE -> judged[_pid] = most :: else fi;
            if :: SAME(_pid,a) && OURS(_pid,a) && old[W(_pid,a)] -> votes[_pid] = votes[_pid] | (1 << a) :: else fi;
            count = (votes[_pid] & 1) + ((votes[_pid] >> 1) & 1) + (votes[_pid] >> 2);
            if :: count >= Q -> phase[_pid] = 2; assert(phase[1 - _pid] != 2 || oneHolder);
#ifdef REACH
                 assert(epoch[at[a]] == 0 || arrived);
#endif
               :: else fi
          :: else fi; count = 0; most = 0; a = 0 }
  od
}

active proctype world() { byte s;
  id[3] = 1;
  do
  :: d_step { !moved -> moved = 1; at[1] = 3 }
  :: atomic { changes < CHANGES -> changes++; if :: s = 0 :: s = 1 :: s = 2 :: moved -> s = 3 fi;
       if :: id[s] != 0 -> id[s] = 0 :: moved && id[s] != 1 -> id[s] = 1 :: id[s] != 2 -> id[s] = 2 fi;
       epoch[s] = epoch[s] + 1;
#ifndef KEEPSINCE
       i = 0; do :: i < 2 -> if :: phase[i] > 0 -> before[s] = before[s] | (1 << i) :: else fi; i++ :: else -> break od; i = 0;
#endif
       s = 0 }
  od
}
