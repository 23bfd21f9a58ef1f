/* Grants and validity of the plain lock: one server, N clients, time in ticks, any number of acquisitions.
 *
 * Code     engine/Acquisition, GrantedLease, Renewals; acquire.lua, renew.lua, release.lua, ask.lua, grant.lua, ledger.lua
 * P        no two clients believe at once that they hold the lock (no hold lost at the server, equal clocks)
 * Ghost    What is left at the server of acquisitions that have ended, in whatever way, is one ghost: it takes the lock when
 *          it is free, and lets go of it, at any time. So releases, withdrawals and late requests of earlier
 *          acquisitions need no state, and their number is not bounded.
 * Claim    A claim ends a claim lease after its client was heard, however long after that it was granted.
 * Flags    N clients, L lease, K claim lease, MB messages that an inbox keeps, CAPPED renewals may be for one tick only,
 *          LATEREN renewals may be late too, SUBS inboxes come and go, REPLICA inboxes may hang on a
 *          replica, where nobody is counted and what is published is heard; LEDGER the queue key may vanish at any time
 * Mutants  STALE GRANTNOW ACQNOW RENEWNOW NOEXTEND SHRINK SAMEID NOSEQ PUB0 HEARDONCE; see README.md
 */
#ifndef N
#define N 2
#endif
#ifndef L
#define L 3
#endif
#ifndef K
#define K 2
#endif
#ifndef MB
#define MB 2
#endif
#define GHOST N
#define NOBODY (N+1)
#define AMAX L          /* an answer older than a lease is of no use, however old */
/* verbs */
#define ACQ 1           /* acquire: ask, or ask again; also the second half of a release that queues again */
#define REN 2           /* renew: confirmation, extension, renewal */
#define RENS 3          /* renew for one tick: the end of a capped lease */
#define RAQ 4           /* only with SAMEID */
/* replies */
#define ACQD 1
#define QUED 2
#define QUED0 3         /* QUEUED with no number, as the counter was gone */
#define KEPT 4
#define GONE 5
/* the present acquisition, as its client knows it */
#define IDLE 0
#define WAIT 1          /* ASKING or QUEUED */
#define HOLD 2
/* the server: holder, expiry; places of tickets */
byte owner=NOBODY, exp, rk[N], nq;
byte hb[N];                            /* how long ago the client was heard, up to K */
/* clients: state; validity left; age of the question that bounds a grant (askedNanos) */
byte st[N], dl[N], qa[N];
byte cph[N], cv[N], cage[N], cr[N];    /* the request: 1 sent, 2 executed; verb; age; reply */
byte zv[N];                            /* a request that was given up, but may be executed yet */
byte m0[N], m1[N], m2[N];              /* grants in the inbox: new; a QUEUED was executed after it; and was read */
byte sub[N]=1;                           /* inbox: 1 listens, 0 does not, 2 listens at a replica */
#ifdef LEDGER
bool noseq, told[N], co[N], zo[N];     /* counter gone; arrival number known; the request tells it */
#endif
byte h, k, r, x, y, pos;                  /* scratch, 0 between steps */
#define bel(i) (st[i]==HOLD && dl[i]>0)
#if N==2
#define TWO (bel(0)&&bel(1))
#else
#define TWO ((bel(0)&&bel(1))||(bel(0)&&bel(2))||(bel(1)&&bel(2)))
#endif
#ifdef LEDGER
#define DREW noseq=0
#ifdef NOSEQ
#define PUTBACK(known) if :: known -> skip :: else -> noseq=0 fi   /* put back at its old place: nothing drawn */
#else
#define PUTBACK(known) noseq=0
#endif
#define QUEUEDNOW (noseq -> QUED0 : QUED)
#else
#define DREW skip
#define PUTBACK(known) skip
#define QUEUEDNOW QUED
#endif

/* ---- the scripts */
inline unqueue(c) {
  if :: rk[c]!=0 -> pos=rk[c]; rk[c]=0; hb[c]=0; nq--; k=0;
          do :: k<N -> if :: rk[k]>pos -> rk[k]-- :: else fi; k++ :: else -> break od; k=0; pos=0
     :: else fi }
inline hold(c,ms) { unqueue(c); owner=c; exp=ms; DREW }
inline publish(c) { if :: st[c]==WAIT && m0[c]+m1[c]+m2[c]<MB -> m0[c]++ :: else fi }
/* grant_next; x: whose turn it is, NOBODY if nobody can take it */
inline grantNext(asker) {
  r=1; x=NOBODY;
  do :: r<=nq && x==NOBODY ->
          h=0; do :: rk[h]!=r -> h++ :: else -> break od;
          if :: h==asker -> x=h
             :: h!=asker && sub[h]==1 && hb[h]<K -> publish(h); x=h; y=K-hb[h]; hold(h,y); y=0
#ifdef PUB0
             :: h!=asker && sub[h]==2 -> publish(h); r++     /* published, counted 0, and heard all the same */
#endif
             :: else -> r++                                  /* nobody listens: passed over, kept; or silent, to be dropped */
          fi
     :: else -> break
  od; r=0; h=0 }
#ifdef HEARDONCE
#define HEARD(c) if :: rk[c]==0 -> hb[c]=0 :: else fi     /* a repeat is not heard */
#else
#define HEARD(c) hb[c]=0
#endif
#ifdef NOEXTEND
#define EXTEND skip
#else
#define EXTEND exp=((exp>L) -> exp : L)
#endif
inline ask(c,known) {
  if
  :: owner==c -> EXTEND; r=ACQD
  :: owner!=c && (owner!=NOBODY || (nq>0 && rk[c]!=1)) ->
     HEARD(c);
     if :: rk[c]==0 -> nq++; rk[c]=nq; PUTBACK(known) :: else fi;
     if :: owner==NOBODY -> grantNext(c); if :: x==c -> hold(c,L); r=ACQD :: else -> r=QUEUEDNOW fi; x=0
        :: else -> r=QUEUEDNOW
     fi
  :: else -> hold(c,L); r=ACQD
  fi }
#ifdef SHRINK
#define ATLEAST(ms) ms
#else
#define ATLEAST(ms) ((exp>ms) -> exp : ms)
#endif
inline execute(v,c,known) {
  if
  :: v==ACQ -> ask(c,known)
  :: v==REN -> if :: owner==c -> exp=ATLEAST(L); r=KEPT :: else -> r=GONE fi
  :: v==RENS -> if :: owner==c -> exp=ATLEAST(1); r=KEPT :: else -> r=GONE fi
  :: v==RAQ -> if :: owner==c -> owner=NOBODY; exp=0; grantNext(NOBODY); x=0 :: else -> unqueue(c) fi; ask(c,known)
  fi }

/* ---- a client */
#ifdef LATEREN
#define MAYBELATE(v) true
#else
#define MAYBELATE(v) (v==ACQ || v==RAQ)
#endif
#ifdef LEDGER
#define SETZ(i) zv[i]=cv[i]; zo[i]=co[i]
#define CLRZ(i) zv[i]=0; zo[i]=0
#define KNOWN(i) co[i]
#define ZKNOWN(i) zo[i]
#define CLRC(i) cph[i]=0; cv[i]=0; cage[i]=0; cr[i]=0; co[i]=0
#define NOTTOLD(i) told[i]=0
#define TOLD(i) told[i]=1
#define SEND(i,v) cph[i]=1; cv[i]=v; co[i]=told[i]
#else
#define SETZ(i) zv[i]=cv[i]
#define CLRZ(i) zv[i]=0
#define KNOWN(i) 0
#define ZKNOWN(i) 0
#define CLRC(i) cph[i]=0; cv[i]=0; cage[i]=0; cr[i]=0
#define NOTTOLD(i) skip
#define TOLD(i) skip
#define SEND(i,v) cph[i]=1; cv[i]=v
#endif
#define ISQUED(v) (v==QUED || v==QUED0)
/* no answer is awaited any more; what is not executed yet may be so later */
inline giveUp(i) {
  if :: cph[i]==1 && MAYBELATE(cv[i]) -> SETZ(i) :: else fi;
  if :: cph[i]==2 && ISQUED(cr[i]) -> m0[i]=m0[i]+m1[i]; m1[i]=0 :: else fi;
  CLRC(i) }
inline noMessages(i) { m0[i]=0; m1[i]=0; m2[i]=0 }
/* release, withdrawal, loss: what is left of it is the ghost's */
inline end(i) {
  if :: owner==i -> owner=GHOST; exp=0 :: else fi;
  unqueue(i); CLRC(i); CLRZ(i); noMessages(i); NOTTOLD(i); st[i]=IDLE; dl[i]=0; qa[i]=0 }
inline believe(i,t) { st[i]=HOLD; dl[i]=((t>dl[i]) -> t : dl[i]); qa[i]=0; noMessages(i); assert(!TWO) }
#define SINCESENT(i) ((cage[i]<L) -> L-cage[i] : 0)
#ifdef ACQNOW
#define ACQVALID(i) L
#else
#define ACQVALID(i) SINCESENT(i)
#endif
#ifdef RENEWNOW
#define RENVALID(i) L
#else
#define RENVALID(i) SINCESENT(i)
#endif
#ifdef STALE
#define SEEN(i) m2[i]=m2[i]+m1[i]; m1[i]=0
#else
#define SEEN(i) if :: cr[i]==QUED0 -> m2[i]=m2[i]+m1[i] :: else fi; m1[i]=0
#endif
inline answered(i) {
  if
  :: cr[i]==ACQD -> r=ACQVALID(i);
     if :: r>0 && (st[i]==WAIT || dl[i]>0) -> CLRC(i); believe(i,r)
        :: st[i]==HOLD && dl[i]>0 && r==0 -> CLRC(i)
        :: else -> end(i)                                    /* came after it had run out: lost */
     fi; r=0
  :: ISQUED(cr[i]) ->
     if :: st[i]==WAIT -> qa[i]=((cage[i]<K) -> cage[i] : K); TOLD(i); SEEN(i) :: else fi;     /* a grant overtook it */
     CLRC(i)
  :: cr[i]==GONE -> end(i)
  :: cr[i]==KEPT ->
     if :: dl[i]==0 -> end(i)                                /* once it is not valid any more it stays so */
        :: else -> if :: cv[i]==REN -> r=RENVALID(i) :: else -> r=((cage[i]<1) -> 1 : 0) fi;
           CLRC(i); dl[i]=((r>dl[i]) -> r : dl[i]); r=0; assert(!TWO)
     fi
  fi }
#ifdef GRANTNOW
#define GRANTVALID(i) K
#else
#define GRANTVALID(i) (K-qa[i])
#endif
inline granted(i) { r=GRANTVALID(i); if :: r>0 -> believe(i,r) :: else fi; r=0 }     /* read too late: asks again */
inline client(i) {
  if
  :: d_step { st[i]==IDLE -> st[i]=WAIT; SEND(i,ACQ); printf("client %d asks\n",i) }
  /* asks again: time, a reopened inbox, a failure, a grant read too late */
  :: d_step { st[i]==WAIT && cph[i]==0 -> SEND(i,ACQ); printf("client %d asks again\n",i) }
  :: d_step { st[i]==HOLD && cph[i]==0 && dl[i]>0 -> SEND(i,REN); printf("client %d renews\n",i) }
#ifdef CAPPED
  :: d_step { st[i]==HOLD && cph[i]==0 && dl[i]>0 -> SEND(i,RENS); printf("client %d renews for one tick\n",i) }
#endif
  :: d_step { st[i]!=IDLE -> printf("client %d ends its acquisition\n",i); end(i) }
#ifdef SAMEID
  :: d_step { st[i]==HOLD && dl[i]>0 && cph[i]==0 -> st[i]=WAIT; dl[i]=0; qa[i]=0; SEND(i,RAQ); printf("client %d releases and queues again, under the same id\n",i) }
#endif
  :: d_step { cph[i]==1 -> execute(cv[i],i,KNOWN(i)); cr[i]=r; r=0; cph[i]=2;
       if :: ISQUED(cr[i]) -> m1[i]=m1[i]+m0[i]; m0[i]=0 :: else fi;
       printf("   server: verb %d of %d, reply %d; holder %d for %d\n",cv[i],i,cr[i],owner,exp) }
  :: d_step { cph[i]==2 -> printf("client %d reads reply %d to verb %d\n",i,cr[i],cv[i]); answered(i); printf("      state %d, valid %d, age of its question %d\n",st[i],dl[i],qa[i]) }
  :: d_step { cph[i]!=0 && (cph[i]==2 || !MAYBELATE(cv[i]) || zv[i]==0) -> printf("client %d: no answer to verb %d, phase %d\n",i,cv[i],cph[i]); giveUp(i) }
  :: d_step { zv[i]!=0 -> execute(zv[i],i,ZKNOWN(i)); r=0; printf("   server: LATE verb %d of %d; holder %d for %d\n",zv[i],i,owner,exp); CLRZ(i) }
  /* the inbox; what is never read is lost */
  :: d_step { m0[i]>0 && st[i]==WAIT -> m0[i]--; printf("client %d reads: granted\n",i); granted(i); printf("      state %d, valid %d\n",st[i],dl[i]) }
  :: d_step { m1[i]>0 && st[i]==WAIT -> m1[i]--; printf("client %d reads: granted, with a later QUEUED on its way\n",i); granted(i); printf("      state %d, valid %d\n",st[i],dl[i]) }
  :: d_step { m2[i]>0 && st[i]==WAIT -> m2[i]--; printf("client %d reads: granted, STALE: older than the QUEUED it has read\n",i); granted(i); printf("      state %d, valid %d\n",st[i],dl[i]) }
  :: d_step { rk[i]!=0 -> printf("   server: ticket of %d dropped\n",i); unqueue(i) }            /* silent for too long */
#ifdef SUBS
  :: d_step { sub[i]==1 -> sub[i]=0; printf("client %d: inbox gone\n",i) }
  :: d_step { sub[i]!=1 -> sub[i]=1; printf("client %d: inbox back\n",i) }
#endif
#ifdef REPLICA
  :: d_step { sub[i]==1 -> sub[i]=2; printf("client %d: inbox hangs on a replica\n",i) }
#endif
  fi }
inline tick() {
  if :: owner<N -> exp--; if :: exp==0 -> owner=NOBODY :: else fi :: else fi;
  k=0;
  do :: k<N -> if :: rk[k]!=0 && hb[k]<K -> hb[k]++ :: else fi; if :: dl[k]>0 -> dl[k]-- :: else fi; if :: st[k]==WAIT && qa[k]<K -> qa[k]++ :: else fi;
               if :: cph[k]!=0 && cage[k]<AMAX -> cage[k]++ :: else fi; k++
     :: else -> break od; k=0 }
#define TIMED(i) ((rk[i]!=0 && hb[i]<K) || dl[i]>0 || (cph[i]!=0 && cage[i]<AMAX) || (st[i]==WAIT && qa[i]<K))
#if N>2
#define TIMERS (owner<N || TIMED(0) || TIMED(1) || TIMED(2))
#else
#define TIMERS (owner<N || TIMED(0) || TIMED(1))
#endif
active [N] proctype Client() { do :: client(_pid) od }
active proctype System() {
  do
  :: d_step { TIMERS -> tick(); printf("tick: holder %d for %d\n",owner,exp) }
  :: d_step { owner==NOBODY -> owner=GHOST; printf("   server: something old takes the lock\n") }
  :: d_step { owner==GHOST -> owner=NOBODY; printf("   server: it runs out\n") }
  :: d_step { owner==GHOST -> owner=NOBODY; grantNext(NOBODY); x=0; printf("   server: it is released; holder %d for %d\n",owner,exp) }
#ifdef LEDGER
  :: d_step { !noseq -> noseq=1; nq=0; k=0; do :: k<N -> rk[k]=0; hb[k]=0; k++ :: else -> break od; k=0; printf("   server: the queue key has expired\n") }
#endif
  od }
