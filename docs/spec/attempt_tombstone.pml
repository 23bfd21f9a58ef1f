/* Late requests, tombstones and tokens: one server, N clients, MAXA acquisitions each, no time.
 *
 * Code     Acquisition (tombstone, end, succeedBy, failed), Releases, ServerLink (nothing is sent again by itself);
 *          acquire.lua, release.lua, renew.lua, ask.lua, numbers.lua (draw), ledger.lua (trim)
 * noOrphan nothing is held or queued for an acquisition after its release or withdrawal was executed
 * ownEnd   no request for another acquisition ends what a client believes to hold
 * sameTok  every answer to one acquisition tells the same tokens, as long as it is held without a break (TOKENS)
 * rising   the first token of a hold is above all that were drawn before (TOKENS)
 * Flags    N, MAXA (LAST: of the last client); REQUEUE a release may queue again; RENEW renewals; TOKENS model tokens up to SMAX, BLOCK to a hold;
 *          LOSS the server may lose its data once
 * Order    Over one connection a release is executed behind a plain question that was sent before it. What carries the
 *          release of another acquisition may be overtaken: it is sent anew if its script is unknown.
 * Mutants  NOTOMB RELNOTOMB NOINFLIGHT NOORDER NORECHECK REQNOTOMB EXPIRES RENEWCREATES (noOrphan), IDREUSE (ownEnd), REDRAW (sameTok),
 *          INCRONLY AHEAD (rising, with LOSS)
 */
#ifndef N
#define N 2
#endif
#ifndef MAXA
#define MAXA 2
#endif
#ifndef BLOCK
#define BLOCK 2
#endif
#ifndef SMAX
#define SMAX 6
#endif
#ifndef LAST
#define LAST MAXA
#endif
#define NS (N*MAXA)     /* 3 to 6 */
#define NOBODY NS
#define S(i) (i*MAXA+num[i]-1)
#define ASK 1
#define REN 2
#define RAQ 3           /* release that queues again: ends the acquisition before */
#define IDLE 0
#define ASKING 1        /* or queued */
#define HELD 2
/* the server */
byte owner=NOBODY, first, seq; bool dead[NS], tk[NS];
/* ghosts: ended at the server; highest number drawn; first token told, 0 none; data was lost */
bool fin[NS]; byte drawn, told[NS]; bool lost;
/* clients; rq: it is not known yet that the acquisition before was released; pt: with a tombstone */
byte st[N], num[N]; bool unc[N], rq[N], pt[N], gm[N];
byte ph[N], verb[N], ans[N];                    /* the request: 1 sent, 2 executed; reply: first token, 0 none */
byte late[N], lid[N]; bool lt[N];               /* one that was given up, but may be executed yet */
bool ff[N];                                     /* that one is on the connection on which its release was sent behind it */
byte en[NS];                                    /* release in the background: 1, with tombstone 2 */
byte r;

/* max(seq + 1, TIME): TIME is above all that was drawn before the counter was lost (protocol.md, Tokens) */
#ifdef INCRONLY
#define FIRST seq+1
#else
#ifdef AHEAD
#define FIRST ((seq>0 || !lost) -> seq+1 : drawn)/* a block ran so far ahead that TIME is below its end */
#else
#define FIRST ((seq+1>drawn+1) -> seq+1 : drawn+1)
#endif
#endif
#ifdef TOKENS
#define DRAW first=FIRST; seq=first+BLOCK-1; assert(first>drawn); drawn=((seq>drawn) -> seq : drawn)
#define ROOM (drawn+BLOCK<=SMAX && seq+BLOCK<=SMAX)
#define CHKSAME(s) assert(told[s]==0 || told[s]==first); told[s]=first
#define FORGETTOKEN if :: owner!=NOBODY -> told[owner]=0 :: else fi; first=0
#else
#define DRAW first=1
#define ROOM true
#define CHKSAME(s) skip
#define FORGETTOKEN skip
#endif
#ifdef REDRAW
#define AGAIN DRAW
#else
#define AGAIN skip
#endif
#ifdef NOTOMB
#define REFUSED(s) false
#else
#define REFUSED(s) dead[s]
#endif
#ifdef IDREUSE
#define MORE(i) true
#define NEXT(i) num[i]=1; dead[S(i)]=0
#define ENDED(s) skip
#else
#define MORE(i) (num[i]<((i==N-1) -> LAST : MAXA))
#define NEXT(i) num[i]++
#define ENDED(s) fin[s]=1
#endif
#define ALIVE(s) assert(!fin[s] || lost)
inline hold(s) { ALIVE(s); DRAW; owner=s; tk[s]=0; CHKSAME(s) }
inline ask(s) {
  if
  :: REFUSED(s) -> r=0
  :: !REFUSED(s) && owner==s -> AGAIN; CHKSAME(s); r=first
  :: !REFUSED(s) && owner!=s && owner!=NOBODY -> ALIVE(s); tk[s]=1; r=0
  :: else -> hold(s); r=first
  fi }
inline release(s,t) {
  ENDED(s);
  if :: owner==s -> assert(!(st[(s)/MAXA]==HELD && num[(s)/MAXA]-1==(s)%MAXA)); FORGETTOKEN; owner=NOBODY :: else -> tk[s]=0 fi;
  if :: t -> dead[s]=1 :: else fi }
inline renew(s) {
  if :: owner==s -> r=first
#ifdef RENEWCREATES
     :: owner==NOBODY -> hold(s); r=first
#endif
     :: else -> r=0 fi }
inline execute(v,s,t) {
  if :: v==ASK -> ask(s)
     :: v==REN -> renew(s)
     :: v==RAQ -> release(s-1,t); ask(s)
  fi }
#ifdef NOINFLIGHT
#define INFLIGHT(i) false
#define ANYINFLIGHT(i) false
#else
#define INFLIGHT(i) (ph[i]!=0 && verb[i]==RAQ)
#define ANYINFLIGHT(i) (ph[i]!=0 && verb[i]!=REN)
#endif
#ifdef RELNOTOMB
#define NEEDSTOMB(i) (st[i]!=HELD && (unc[i] || INFLIGHT(i)))
#else
#define NEEDSTOMB(i) (unc[i] || INFLIGHT(i))
#endif
#ifdef REQNOTOMB
#define PREDTOMB(i) 0
#else
#define PREDTOMB(i) (NEEDSTOMB(i) || ANYINFLIGHT(i))
#endif
inline clear(i) { ph[i]=0; verb[i]=0; ans[i]=0 }
inline giveUp(i) { if :: ph[i]==1 -> late[i]=verb[i]; lid[i]=S(i); lt[i]=pt[i] :: else fi; clear(i) }
#ifdef NOORDER
#define BEHIND(s) false
#else
#define BEHIND(s) (ff[(s)/MAXA] && lid[(s)/MAXA]==(s))
#endif
#define FREESLOT(i) (ph[i]!=1 || late[i]==0)
inline client(i) {
  if
  :: d_step { st[i]==IDLE && MORE(i) -> NEXT(i); st[i]=ASKING; unc[i]=0; verb[i]=ASK; ph[i]=1; printf("client %d asks as %d\n",i,S(i)) }
  :: d_step { st[i]==ASKING && ph[i]==0 -> verb[i]=(rq[i] -> RAQ : ASK); ph[i]=1; printf("client %d asks again as %d\n",i,S(i)) }
#ifdef RENEW
  :: d_step { st[i]==HELD && ph[i]==0 -> verb[i]=REN; ph[i]=1; printf("client %d renews %d\n",i,S(i)) }
#endif
  /* Acquisition.end: withdrawal or release; a question may be on its way */
  :: d_step { st[i]!=IDLE && FREESLOT(i) -> en[S(i)]=(NEEDSTOMB(i) -> 2 : 1); if :: rq[i] -> en[S(i)-1]=2 :: else fi;
       if :: ph[i]==1 && verb[i]==ASK && en[S(i)]==1 -> giveUp(i); ff[i]=1
          :: ph[i]!=0 && !(ph[i]==1 && verb[i]==ASK && en[S(i)]==1) -> giveUp(i)
          :: else fi; st[i]=IDLE; rq[i]=0; pt[i]=0; unc[i]=0; gm[i]=0;
       printf("client %d ends %d, tombstone %d\n",i,S(i),en[S(i)]-1) }
#ifdef REQUEUE
  /* Acquisition.succeedBy */
  :: d_step { st[i]==HELD && FREESLOT(i) && MORE(i) -> r=PREDTOMB(i); if :: ph[i]!=0 -> giveUp(i) :: else fi;
       NEXT(i); st[i]=ASKING; unc[i]=0; gm[i]=0; rq[i]=1; pt[i]=r; r=0; verb[i]=RAQ; ph[i]=1; printf("client %d ends %d and asks as %d\n",i,S(i)-1,S(i)) }
#endif
  :: d_step { ph[i]==1 && ROOM -> execute(verb[i],S(i),pt[i]); ans[i]=r; r=0; ph[i]=2; printf("   server: verb %d of %d; holder %d\n",verb[i],S(i),owner) }
  :: d_step { ph[i]==2 -> if :: verb[i]!=REN -> rq[i]=0; pt[i]=0; if :: ans[i]!=0 -> st[i]=HELD :: else fi :: else fi; clear(i);
       printf("client %d reads the reply: state %d\n",i,st[i]) }
  :: d_step { ph[i]!=0 && FREESLOT(i) -> unc[i]=1; printf("client %d: no answer to verb %d, phase %d\n",i,verb[i],ph[i]); giveUp(i); pt[i]=rq[i] }
  :: d_step { late[i]!=0 && ROOM -> execute(late[i],lid[i],lt[i]); r=0; printf("   server: LATE verb %d of %d; holder %d\n",late[i],lid[i],owner); late[i]=0; lid[i]=0; lt[i]=0; ff[i]=0 }
  :: d_step { late[i]!=0 && !ff[i] -> late[i]=0; lid[i]=0; lt[i]=0 }
  /* the connection breaks: what was sent over it may come late, and a release that is not acknowledged goes out with a tombstone */
#ifdef NORECHECK
  :: d_step { ff[i] -> ff[i]=0; printf("client %d: connection gone\n",i) }
#else
  :: d_step { ff[i] -> ff[i]=0; if :: en[lid[i]]==1 -> en[lid[i]]=2 :: else fi; printf("client %d: connection gone\n",i) }
#endif
  :: d_step { gm[i] -> gm[i]=0; if :: st[i]==ASKING -> st[i]=HELD; rq[i]=0 :: else fi; printf("client %d is granted %d\n",i,S(i)) }
  fi }
#ifdef EXPIRES
#define NEEDED(s) false
#else
#define NEEDED(s) (en[s]!=0 || (late[(s)/MAXA]!=0 && (lid[(s)/MAXA]==s || late[(s)/MAXA]==RAQ)))
#endif
inline server(s) {
  if
  :: d_step { en[s]!=0 && !BEHIND(s) -> release(s,en[s]==2); en[s]=0; printf("   server: %d released, acknowledged; holder %d\n",s,owner) }
  :: d_step { en[s]!=0 && !BEHIND(s) -> release(s,en[s]==2); en[s]=2; printf("   server: %d released, no answer; holder %d\n",s,owner) }
  :: d_step { en[s]!=0 -> en[s]=0; printf("release of %d given up\n",s) }
  /* the grant, here a step of its own; the order of the queue does not matter */
  :: d_step { owner==NOBODY && tk[s] && ROOM -> hold(s); if :: st[(s)/MAXA]==ASKING && num[(s)/MAXA]-1==(s)%MAXA -> gm[s/MAXA]=1 :: else fi; printf("   server: grants %d\n",s) }
  :: d_step { tk[s] -> tk[s]=0; printf("   server: ticket %d dropped\n",s) }
  /* retention: no request is executed so late that its tombstone is forgotten */
  :: d_step { dead[s] && !NEEDED(s) -> dead[s]=0; printf("   server: tombstone %d forgotten\n",s) }
  fi }
active [N] proctype Client() { do :: client(_pid) od }
active proctype System() {
  do
  :: server(0) :: server(1) :: server(2)
#if N*MAXA>3
  :: server(3)
#endif
#if N*MAXA>4
  :: server(4) :: server(5)
#endif
  /* the lease runs out at any moment: pauses, jumps of the clock */
  :: d_step { owner!=NOBODY -> FORGETTOKEN; owner=NOBODY; printf("   server: the lease is over\n") }
#ifdef LOSS
  :: d_step { !lost -> lost=1; FORGETTOKEN; owner=NOBODY; seq=((seq>BLOCK) -> seq-BLOCK : 0);
       r=0; do :: r<NS -> dead[r]=0; tk[r]=0; r++ :: else -> break od; r=0; printf("   server: data lost, counter %d\n",seq) }
#endif
  od }
