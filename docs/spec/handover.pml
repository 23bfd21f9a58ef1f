/* Waiting and handing over: one server, N clients, time in ticks, messages prompt unless lost, at most FAULTS faults.
 *
 * Code     Acquisition (when it asks, when it renews), lock/CohortGate.passOnOrGiveBack, PassingOn; ask.lua, release.lua, grant.lua;
 *          ADR 0002, 0004, 0007
 * Clients  The first GREEDY of them always have another thread that waits: they go on for as long as they may, and their
 *          release queues again. The others hold for as long as they like, up to SECTION ticks, and come as they like.
 * idle     the lock lies idle for at most BOUND ticks while a live client waits for it; the rest of the lease of a
 *          holder that died does not count
 * wait     a client waits for at most WBOUND ticks, if that is set
 * kept     one lost message costs no live holder its hold (-DKEPT)
 * Flags    N GREEDY; L lease, K claim lease, P period of questions, SL slice, T command time-out, SECTION; FAULTS;
 *          LOSE messages may be lost; CRASH a client may die; DIE2 clients 0 and 1 may die together as they wait; HALFOPEN the dead
 *          are still counted as listeners
 * Mutants  NOREASSERT NOHEARD NOPASSOVER (idle), NOSLICE NOBEHIND NOTELL (wait), WDTHIRD (kept)
 */
#ifndef N
#define N 3
#endif
#ifndef GREEDY
#define GREEDY 2
#endif
#ifndef L
#define L 9
#endif
#ifndef K
#define K 6
#endif
#ifndef P
#define P 2
#endif
#ifndef SL
#define SL 1
#endif
#ifndef T
#define T 2
#endif
#ifndef SECTION
#define SECTION 2
#endif
#ifndef FAULTS
#define FAULTS 0
#endif
#ifndef BOUND
#define BOUND 3
#endif
#define NOBODY N
#define NEVER 100
#define IDLE 0
#define WAIT 1
#define HOLD 2
#define GOING 3       /* its release got no answer: repeated after a time-out */
#define GONE 4        /* dead */
/* the server: holder, expiry; places; how long ago a client was heard; who listens */
byte owner=NOBODY, exp, rk[N], nq, hd[N]; bool sub[N]=1;
/* clients: state; validity; next question or renewal; age of the question that bounds a grant; ticks since it got the lock */
byte st[N], dl[N], due[N], qa[N], sl[N];
bool others[N], again[N], rq[N];        /* others wait, as far as it heard; a QUEUED was read; release and queue again */
byte silent[N];                         /* ticks until a lost request is given up; 0: none was lost */
byte gm[N]; bool wm[N];                 /* in the inbox: granted (2: others wait), wanted */
byte wt[N], idle, nf; bool deadHolder;  /* how long it waits; how long the lock is idle; faults so far */
byte h, k, x, pos; bool had, reply;
#define GR(i) (i<GREEDY)
#define MIN(a,b) ((a<b) -> a : b)
#ifdef NOREASSERT
#define NEXTQ(i) NEVER
#else
#define NEXTQ(i) (again[i] -> P : MIN(SL,P))      /* a slice after the first QUEUED, then every third of the claim */
#endif
#ifdef NOHEARD
#define SILENT(c) false
#else
#define SILENT(c) (hd[c]>=K)
#endif
#ifdef NOPASSOVER
#define LISTENS(c) true
#else
#define LISTENS(c) sub[c]
#endif
#ifdef NOBEHIND
#define OTHERS(behind) (nq>0)
#else
#define OTHERS(behind) (nq+behind>0)
#endif
#ifdef NOTELL
#define TELL(c) skip
#else
#define TELL(c) wm[c]=1
#endif
inline unqueue(c) {
  if :: rk[c]!=0 -> x=rk[c]; rk[c]=0; nq--; k=0; do :: k<N -> if :: rk[k]>x -> rk[k]-- :: else fi; k++ :: else -> break od; k=0; x=0
     :: else fi }
inline grantNext(asker,behind) {
  pos=1; had=0;
  do :: pos<=nq && owner==NOBODY && !had ->
          h=0; do :: h<N && rk[h]!=pos -> h++ :: else -> break od;
          if :: h==asker -> had=1
             :: h!=asker && SILENT(h) -> unqueue(h)
             :: h!=asker && !SILENT(h) && !LISTENS(h) -> pos++
             :: else -> unqueue(h); owner=h; exp=K; deadHolder=0;
                  if :: st[h]==WAIT && sub[h] -> gm[h]=(OTHERS(behind) -> 2 : 1) :: else fi
          fi
     :: else -> break
  od; pos=0; h=0 }
/* what the client does with the answer, if it gets one */
inline acquired(i,t,o) { st[i]=HOLD; dl[i]=t; sl[i]=0; others[i]=(o); wt[i]=0; again[i]=0; qa[i]=0; gm[i]=0; rq[i]=0; silent[i]=0 }
inline queued(i) { qa[i]=0; rq[i]=0; due[i]=NEXTQ(i); again[i]=1; if :: NEXTQ(i)!=NEVER && owner!=NOBODY && exp<due[i] -> due[i]=exp :: else fi }
inline hold(i) { unqueue(i); owner=i; exp=L; deadHolder=0 }
#define MINE(i) if :: reply -> acquired(i,L,(nq>0)); due[i]=L/3 :: else fi
inline ask(i) {
  if
  :: owner==i -> exp=((exp>L) -> exp : L); MINE(i)
  :: owner!=i && (owner!=NOBODY || (nq>0 && rk[i]!=1)) ->
     if :: rk[i]==0 -> nq++; rk[i]=nq :: else fi; hd[i]=0;
     if :: owner!=NOBODY -> if :: again[i] && st[owner]==HOLD -> TELL(owner) :: else fi :: else -> grantNext(i,0) fi;
     if :: owner==NOBODY -> hold(i); MINE(i)
        :: else -> if :: reply -> queued(i) :: else fi
     fi; had=0
  :: else -> hold(i); MINE(i)
  fi }
inline release(i,behind) { if :: owner==i -> owner=NOBODY; exp=0 :: else -> unqueue(i) fi; if :: owner==NOBODY -> grantNext(NOBODY,behind) :: else fi; had=0 }
inline question(i) { if :: rq[i] -> rq[i]=0; release(i,1) :: else fi; ask(i) }     /* a repeat releases nothing twice */
inline toWait(i) { st[i]=WAIT; wt[i]=0; again[i]=0; qa[i]=0; dl[i]=0; sl[i]=0; others[i]=0; wm[i]=0; silent[i]=0; due[i]=0 }
inline away(i) { st[i]=IDLE; dl[i]=0; sl[i]=0; others[i]=0; wm[i]=0; gm[i]=0; silent[i]=0; due[i]=0; again[i]=0; qa[i]=0; wt[i]=0; rq[i]=0 }
#define SLICEOVER(i) (others[i] && sl[i]>SL)
#ifdef NOSLICE
#define MUSTSTOP(i) false
#else
#define MUSTSTOP(i) SLICEOVER(i)
#endif
#ifdef LOSE
#define FAULTY (nf<FAULTS)
#else
#define FAULTY false
#endif
#ifdef HALFOPEN
#define UNSUB(i) skip
#else
#define UNSUB(i) sub[i]=0
#endif
inline die(i) { if :: owner==i && st[i]!=WAIT -> deadHolder=1 :: else fi; away(i); st[i]=GONE; UNSUB(i) }
inline client(i) {
  if
  :: d_step { st[i]==IDLE -> toWait(i); gm[i]=0; printf("client %d comes\n",i) }
  /* questions */
  :: d_step { st[i]==WAIT && due[i]==0 && silent[i]==0 -> reply=1; question(i); reply=0; printf("client %d asks: state %d; holder %d for %d\n",i,st[i],owner,exp) }
  :: d_step { st[i]==WAIT && due[i]==0 && silent[i]==0 && FAULTY -> nf++; silent[i]=T; printf("client %d asks: the question is lost\n",i) }
  :: d_step { st[i]==WAIT && due[i]==0 && silent[i]==0 && FAULTY -> nf++; question(i); silent[i]=T; printf("client %d asks: the answer is lost; holder %d\n",i,owner) }
  /* renewals */
  :: d_step { st[i]==HOLD && due[i]==0 && silent[i]==0 && dl[i]>0 && owner==i -> exp=((exp>L) -> exp : L); dl[i]=L; due[i]=L/3; others[i]=others[i]||(nq>0); printf("client %d renews\n",i) }
  :: d_step { st[i]==HOLD && due[i]==0 && silent[i]==0 && owner!=i -> assert(nf>0); away(i); printf("client %d has lost it\n",i) }
  :: d_step { st[i]==HOLD && due[i]==0 && silent[i]==0 && dl[i]>0 && FAULTY -> nf++; silent[i]=T; printf("client %d: renewal lost\n",i) }
  /* the end of a section */
  :: d_step { st[i]==HOLD && !GR(i) -> release(i,0); away(i); printf("client %d releases; holder %d\n",i,owner) }
  :: d_step { st[i]==HOLD && !GR(i) && FAULTY -> nf++; away(i); st[i]=GOING; silent[i]=T; printf("client %d: release lost\n",i) }
  :: d_step { st[i]==GOING && silent[i]==0 -> release(i,0); away(i); printf("client %d repeats the release; holder %d\n",i,owner) }
  :: d_step { st[i]==HOLD && GR(i) && MUSTSTOP(i) -> toWait(i); rq[i]=1; reply=1; question(i); reply=0; printf("client %d releases and queues again: state %d; holder %d\n",i,st[i],owner) }
  :: d_step { st[i]==HOLD && GR(i) && MUSTSTOP(i) && FAULTY -> nf++; toWait(i); rq[i]=1; silent[i]=T; printf("client %d: release and question lost\n",i) }
  :: d_step { st[i]==HOLD && GR(i) && MUSTSTOP(i) && FAULTY -> nf++; toWait(i); rq[i]=1; question(i); silent[i]=T; printf("client %d: answer to release and question lost; holder %d\n",i,owner) }
  /* messages */
  :: d_step { gm[i]>0 -> if :: st[i]==WAIT && qa[i]<K -> x=K-qa[i]; due[i]=MIN((K+5)/6,x/2); h=gm[i]; acquired(i,x,h==2); x=0; h=0 :: else -> gm[i]=0; due[i]=0 fi; printf("client %d is granted: valid %d\n",i,dl[i]) }
  :: d_step { gm[i]>0 && FAULTY -> nf++; gm[i]=0; printf("grant to client %d lost\n",i) }
  :: d_step { wm[i] -> wm[i]=0; if :: st[i]==HOLD -> others[i]=1 :: else fi; printf("client %d is wanted\n",i) }
  :: d_step { wm[i] && FAULTY -> nf++; wm[i]=0; printf("wanted to client %d lost\n",i) }
#ifdef CRASH
  :: d_step { st[i]!=GONE && st[i]!=IDLE && nf<FAULTS -> nf++; die(i); printf("client %d dies\n",i) }
#endif
  fi }
#define DUE(i) (gm[i]>0 || wm[i] || (silent[i]==0 && ((st[i]==WAIT || st[i]==HOLD) && due[i]==0 || st[i]==GOING)) || (st[i]==HOLD && (MUSTSTOP(i) || !GR(i) && sl[i]>=SECTION)))
#if N>2
#define ANYDUE (DUE(0) || DUE(1) || DUE(2))
#else
#define ANYDUE (DUE(0) || DUE(1))
#endif
#ifdef WDTHIRD
#define AGAIN(i) due[i]=((st[i]==HOLD) -> L/3 : 0)     /* mutant: the next try only when the next renewal would be due */
#else
#define AGAIN(i) due[i]=0
#endif
#ifdef WBOUND
#define CHKWAIT(i) assert(wt[i]<=WBOUND)
#define WAITED(i) wt[i]++
#else
#define CHKWAIT(i) skip
#define WAITED(i) skip
#endif
inline tick() {
  if :: owner!=NOBODY -> exp--; if :: exp==0 -> owner=NOBODY; deadHolder=0 :: else fi :: else fi;
  k=0; x=0; had=0;
  do :: k<N ->
       if :: hd[k]<K -> hd[k]++ :: else fi;
       if :: due[k]>0 && due[k]<NEVER -> due[k]-- :: else fi;
       if :: silent[k]>0 -> silent[k]--; if :: silent[k]==0 -> AGAIN(k) :: else fi :: else fi;
       if :: st[k]==WAIT -> if :: qa[k]<K -> qa[k]++ :: else fi; WAITED(k); CHKWAIT(k); x=1 :: else fi;
       if :: st[k]==HOLD -> if :: sl[k]<=SL+SECTION -> sl[k]++ :: else fi; dl[k]--;
               if :: dl[k]==0 ->
#ifdef KEPT
                       assert(nf>1);
#endif
                       away(k)
                  :: else -> had=1 fi
          :: else fi;
       k++
     :: else -> break od; k=0;
  if :: x==1 && !had && !deadHolder -> idle++; assert(idle<=BOUND) :: else -> idle=0 fi; x=0; had=0;
  printf("tick: holder %d for %d, idle %d\n",owner,exp,idle) }
active [N] proctype Client() { do :: client(_pid) od }
active proctype System() {
  do
  :: d_step { !(ANYDUE) -> tick() }
#ifdef DIE2
  :: d_step { nf<FAULTS && st[0]==WAIT && st[1]==WAIT && owner>1 -> nf++; die(0); die(1); printf("clients 0 and 1 die\n") }
#endif
  od }
