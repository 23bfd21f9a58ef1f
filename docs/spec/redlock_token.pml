/* The tokens of the quorum lock: TokenProposal, acquire.lua, vote_at_once.lua and accept.lua of lock-redlock.
 * N nodes, two proposers; leases may end at any moment, so no exclusion is assumed; no time.
 *
 * unique   no token is completed twice
 * rising   a token is above every token that was completed before its acquisition began
 * Rules    Propose any token along with the question, or read seq from a quorum and propose the highest + 1; have a quorum
 *          accept: a node accepts only what is above its own seq. A node that lost its data is in quarantine until every acquisition has ended that was under way, stays
 *          out of acquisitions that began before, and does not answer reads, nor accept what was not read from a quorum,
 *          until it has accepted a token again (or, with TIMEFLOOR, starts from its clock).
 * Flags    N, TMAX highest token, ACQS acquisitions of a proposer, LOSSES; TIMEFLOOR
 * Mutants  NOWB (no second round: the highest of the nodes' counters is the token), MISS0 (a seq that is lost reads as 0),
 *          LATEJOIN, NOQUAR, ACCEPTGE (with LOSSES=0), GUESSBLIND (a node that lost its data accepts what was not read)
 */
#ifndef N
#define N 3
#endif
#define Q (N/2+1)
#ifndef F
#define F (N-Q)
#endif
#ifndef TMAX
#define TMAX 3
#endif
#ifndef ACQS
#define ACQS 1
#endif
#ifndef LOSSES
#define LOSSES 1
#endif
#define P 2
byte seq[N], wt[N], fl[N]; bool am[N], qr[N], gs[P], pg[P*N];   /* gs, pg: the token was not read from a quorum */
byte ph[P], mx[P], rd[P], ack[P], tk[P], sm[P], left[P], pend[P*N], ex[P];
short used; byte maxdone, nl, k, cnt, hi;
inline count(m) { cnt=0; k=0; do :: k<N -> if :: m & (1<<k) -> cnt++ :: else fi; k++ :: else -> break od; k=0 }
inline reset(p) { ph[p]=0; mx[p]=0; rd[p]=0; ack[p]=0; tk[p]=0; gs[p]=0 }
/* the end of an attempt: no node waits for it any longer */
inline ended(p) { sm[p]=0; ex[p]=0; k=0; do :: k<N -> wt[k]=wt[k] & (255-(1<<p)); k++ :: else -> break od; k=0 }
inline complete(p,t) {
  assert(!(used & (1<<t)));                 /* unique */
  assert(t > sm[p]);                        /* above every token completed before this acquisition began */
  used=used | (1<<t); if :: t>maxdone -> maxdone=t :: else fi }
#ifdef ACCEPTGE
#define TEST(p,x) (pend[p*N+x]>=seq[x])
#else
#define TEST(p,x) (pend[p*N+x]>seq[x])
#endif
#if defined(MISS0) || defined(TIMEFLOOR)
#define ANSWERS(x) (!qr[x])                 /* a seq that does not exist reads as 0 */
#else
#define ANSWERS(x) (!qr[x] && !am[x])       /* a node that lost its data does not answer reads until it has accepted a token again */
#endif
#ifdef TIMEFLOOR
#define HI(p) hi=((tk[p]>hi)->tk[p]:hi)
#define VAL(x) if :: am[x] -> seq[x]=fl[x]; am[x]=0 :: else fi   /* a missing seq starts at the node's TIME: not below what was proposed before the loss */
#define FLOOR(x) fl[x]=hi
#else
#define VAL(x) skip
#define HI(p) skip
#define FLOOR(x) skip
#endif
#if defined(GUESSBLIND)
#define KNOWS(p,x) skip
#define MAYACCEPT(p,x) true
#elif defined(TIMEFLOOR)
#define KNOWS(p,x) VAL(x)
#define MAYACCEPT(p,x) true
#else
#define KNOWS(p,x) skip
#define MAYACCEPT(p,x) (!pg[p*N+x] || !am[x])
#endif
#ifdef LATEJOIN
#define EXCL(p) skip                        /* a node whose quarantine ends during an attempt may join it */
#else
#define EXCL(p) k=0; do :: k<N -> if :: qr[k] -> ex[p]=ex[p]|(1<<k) :: else fi; k++ :: else -> break od; k=0
#endif
inline node(p,x) {
  if
#ifdef NOWB
  :: d_step { ph[p]==1 && ANSWERS(x) && !(rd[p] & (1<<x)) && seq[x]<TMAX -> seq[x]++; rd[p]=rd[p]|(1<<x); if :: seq[x]>mx[p] -> mx[p]=seq[x] :: else fi; printf("p%d: node %d votes, its counter %d\n",p,x,seq[x]) }
#else
  :: d_step { ph[p]==1 && ANSWERS(x) && !(rd[p] & (1<<x)) -> rd[p]=rd[p]|(1<<x); VAL(x); if :: seq[x]>mx[p] -> mx[p]=seq[x] :: else fi; printf("p%d: node %d reads seq %d\n",p,x,seq[x]) }
  :: d_step { ph[p]==2 && !qr[x] && !(ex[p] & (1<<x)) && !(ack[p] & (1<<x)) && pend[p*N+x]==0 -> pend[p*N+x]=tk[p]; pg[p*N+x]=gs[p] }
  :: d_step { pend[p*N+x]!=0 ->             /* arrives, perhaps after the proposer has moved on */
       KNOWS(p,x);
       if :: TEST(p,x) && MAYACCEPT(p,x) -> seq[x]=pend[p*N+x]; am[x]=0; printf("node %d accepts %d of p%d\n",x,pend[p*N+x],p);
                if :: ph[p]==2 && tk[p]==pend[p*N+x] -> ack[p]=ack[p]|(1<<x) :: else fi
          :: else -> if :: ph[p]==2 && tk[p]==pend[p*N+x] -> reset(p); ph[p]=1 :: else fi      /* refused: a fresh round with a higher t */
       fi; pend[p*N+x]=0; pg[p*N+x]=0 }
#endif
  fi }
inline prop(p) {
  if
  :: d_step { ph[p]==0 && left[p]<ACQS -> left[p]++; ph[p]=1; sm[p]=maxdone; EXCL(p); printf("p%d begins, must exceed %d\n",p,sm[p]) }
#ifndef NOWB
  :: atomic { ph[p]==0 && left[p]<ACQS -> left[p]++; ph[p]=2; gs[p]=1; sm[p]=maxdone; EXCL(p);
       if :: tk[p]=1 :: tk[p]=2 :: TMAX>2 -> tk[p]=3 fi; HI(p); printf("p%d begins, must exceed %d, proposes %d\n",p,sm[p],tk[p]) }
#endif
  :: node(p,0) :: node(p,1) :: node(p,2)
#if N>3
  :: node(p,3) :: node(p,4)
#endif
#ifdef NOWB
  :: d_step { ph[p]==1 -> count(rd[p]); if :: cnt>=Q -> printf("p%d completes, token %d\n",p,mx[p]); complete(p,mx[p]); reset(p); ended(p) :: else fi; cnt=0 }
#else
  :: d_step { ph[p]==1 -> count(rd[p]); if :: cnt>=Q && mx[p]<TMAX -> ph[p]=2; tk[p]=mx[p]+1; HI(p); mx[p]=0; rd[p]=0 :: else fi; cnt=0 }
  :: d_step { ph[p]==2 -> count(ack[p]); if :: cnt>=Q -> printf("p%d completes, token %d\n",p,tk[p]); complete(p,tk[p]); reset(p); ended(p) :: else fi; cnt=0 }
#endif
  :: d_step { ph[p]!=0 -> reset(p); ended(p) }       /* gives up (its lease ran out) */
  fi }
inline loss(x) {
  if
  :: d_step { nl<LOSSES -> k=0; cnt=0; do :: k<N -> if :: k!=x && (qr[k]||am[k]) -> cnt++ :: else fi; k++ :: else -> break od; k=0;
       if :: cnt<F && seq[x]!=0 -> nl++; FLOOR(x); seq[x]=0; am[x]=1; pend[x]=0; pend[N+x]=0; pg[x]=0; pg[N+x]=0; printf("node %d loses its data\n",x);
#ifndef NOQUAR
            qr[x]=1; wt[x]=(ph[0]!=0)+2*(ph[1]!=0)
#endif
          :: else fi; cnt=0 }
  :: d_step { qr[x] && wt[x]==0 -> qr[x]=0; wt[x]=0; printf("node %d: quarantine over\n",x) }  /* every acquisition under way at the loss has ended: the longest lease has passed */
  fi }
active proctype Sys() { do
  :: prop(0) :: prop(1)
  :: loss(0) :: loss(1) :: loss(2)
#if N>3
  :: loss(3) :: loss(4)
#endif
  od }
