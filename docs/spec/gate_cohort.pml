/* The gate: three callers of one client for one name, another client at the server. No time.
 *
 * Code     gate/Gate, WaitQueue, PassingOn, Reachability, ThreadWaiter, FutureWaiter, OwnedHold (GIVEN, OWNED, LOST);
 *          engine/Acquisition as far as the gate sees it. Each method of Gate under its monitor is one step.
 * Callers  0 is a future: it is given the hold, it cannot come and take it. 1 may come as tryLock() (impatient). 2 may want
 *          another term than the others: then nothing is passed on to it.
 * oneOwner at most one caller owns a hold that is not known to be lost
 * noneLost nobody is given a hold that is known to be lost
 * noWaste  what is held is owned, or given to somebody who is on his way
 * asked    who waits is waited for: there is an acquisition
 * withdrew when nobody waits or owns here, nothing is asked
 * clean    when all is quiet too, nothing is left at the server
 * heeded   what another client is known to want does not linger
 * kept     an owner has the hold until it lets go or loses it
 * offered  nobody is refused because of what lingers
 * Flags    R turns of a caller, GMAX acquisitions, FAILS questions that get no answer, LOSSES holds that are lost,
 *          LINGER: what nobody here wants may stay at the server (CohortGate.giveBack, lock/Lingering)
 * Mutants  KEEPHOLD NOWITHDRAW NOHANDON LOSSPARKS NORECHECK NOOWNERCHECK STAYNUDGED COMEANYWAY
 *          with LINGER: UNHEEDED STAYWANTED WANTEDINUSE OVERINUSE OVERNUDGED QUEUEBEHIND REFUSELINGERS OLDWORD
 */
#ifndef R
#define R 1
#endif
#ifndef GMAX
#define GMAX 4
#endif
#ifndef FAILS
#define FAILS 1
#endif
#ifndef LOSSES
#define LOSSES 1
#endif
#define T 3
#define NOB 7
/* requests and replies */
#define ACQ 1
#define TRY 2         /* acquire without waiting */
#define REL 3         /* release or withdrawal */
#define RAQ 4         /* release that queues again */
#define ACQD 5
#define QUED 6
#define HLD 7
/* the acquisition, as the gate sees it */
#define NONE 0
#define ASKING 1
#define QUEUED 2
#define HELD 3
/* a caller */
#define OUT 0
#define WAITING 1     /* in the gate's queue */
#define GIVEN 2       /* has a hold as its verdict, has not seen it */
#define OWN 3
byte acq, gen, aterm, current=NOB, word;          /* word: 0 nothing heard, 1 the server's, 2 a failure */
bool inflight, uncertain, stop, ign, mayWait; byte igen;   /* stop: no passing on (the slice is over, the block is used up, ...) */
byte sl[T], my[T], dn[T], wr[T], nw, tm[T]; bool nudged[T], coming[T], imp[T], taken[T];
byte so, sid, tick, nfail, nloss; bool oq;        /* server: 0 free, 1 this client, 2 the other; the other's ticket */
chan toS = [4] of { byte, byte }; chan toC = [4] of { byte, byte }; chan inb = [2] of { byte };
byte k, w, v, i;
bool lingers, othersWait;                         /* only with LINGER; the first is for the properties alone */
hidden byte oneOwner, noneLost, noWaste, asked, withdrew, clean, heeded, kept, offered;    /* always false: names for assertions that fail */

#define CANCOME(t) (t!=0)
#define LOCALLYFREE (current==NOB && acq==HELD)
#define MAYPASS(t) (aterm==0 && tm[t]==0 && !stop)
#define LINGERS (lingers && LOCALLYFREE && nw==0)
#ifdef STAYWANTED
#define MAYSTAY (nw==0 && aterm==0 && !stop)
#else
#define MAYSTAY (nw==0 && aterm==0 && !stop && !othersWait)
#endif
#ifdef QUEUEBEHIND
#define GIVESUP(t) false
#else
#define GIVESUP(t) (LINGERS && !MAYPASS(t))
#endif
#ifdef REFUSELINGERS
#define REFUSES(t) (ISOTHERS(t) && imp[t])
#else
#define REFUSES(t) (ISOTHERS(t) && imp[t] && !LINGERS)
#endif
#define ISOTHERS(t) (!(LOCALLYFREE && MAYPASS(t)) && (current!=NOB || acq==HELD || (acq==QUEUED && word==1)))
#ifdef NOOWNERCHECK
#define MINE(t) (acq==HELD)
#else
#define MINE(t) (current==t && my[t]==gen && acq==HELD)
#endif
inline head() { w=NOB; k=0; do :: k<T -> if :: wr[k]==1 -> w=k :: else fi; k++ :: else -> break od; k=0 }
inline unqueue(t) { v=wr[t]; wr[t]=0; nw--; k=0; do :: k<T -> if :: wr[k]>v -> wr[k]-- :: else fi; k++ :: else -> break od; k=0; v=0; nudged[t]=0; coming[t]=0 }
inline give(t) { current=t; my[t]=gen; sl[t]=GIVEN; imp[t]=0; lingers=0 }
inline give2(t) { unqueue(t); give(t) }
inline ask(verb) { toS!verb,gen; inflight=1 }
inline fresh(t) { gen++; acq=ASKING; aterm=tm[t]; inflight=0; uncertain=0; stop=0; word=0; lingers=0; othersWait=0 }
/* with somebody who also waits for a later answer the question may wait */
#define PATIENT ((sl[0]==WAITING && !imp[0]) || (sl[1]==WAITING && !imp[1]) || (sl[2]==WAITING && !imp[2]))
inline begin() {
  if :: acq==NONE && nw>0 && gen<GMAX -> head(); fresh(w); mayWait=PATIENT; ask((mayWait -> ACQ : TRY)); w=0
     :: acq==NONE && nw>0 && gen>=GMAX -> k=0; do :: k<T -> if :: sl[k]==WAITING -> sl[k]=OUT; imp[k]=0; wr[k]=0; nudged[k]=0; coming[k]=0 :: else fi; k++ :: else -> break od; k=0; nw=0   /* bound of the model */
     :: else fi }
inline drop() { acq=NONE; mayWait=0; inflight=0; uncertain=0; stop=0; lingers=0; othersWait=0 }
inline endIt() { toS!REL,gen; drop() }
inline passOnOrRelease() {
  head();
  if
  :: w==NOB ->
#ifndef KEEPHOLD
     endIt()
#else
     skip
#endif
  :: w!=NOB && !MAYPASS(w) && gen<GMAX -> fresh(w); mayWait=1; ask(RAQ)
  :: w!=NOB && !MAYPASS(w) && gen>=GMAX -> endIt(); begin()
  :: else -> if :: !CANCOME(w) || overdue -> give2(w)
                :: else -> if :: !nudged[w] -> nudged[w]=1; coming[w]=1 :: else fi fi
  fi; w=0 }
bool overdue;         /* the head has waited for longer than a slice */
inline afterLeave() {
  if
  :: acq==NONE || current!=NOB -> skip
  :: acq==HELD && current==NOB -> passOnOrRelease()
  :: else ->
#ifndef NOWITHDRAW
     if :: nw==0 -> endIt() :: else fi
#else
     skip
#endif
  fi }
inline refuseImpatient() { k=0; do :: k<T -> if :: sl[k]==WAITING && imp[k] -> sl[k]=OUT; imp[k]=0; w=k; i=k; unqueue(w); k=i; i=0; w=0 :: else fi; k++ :: else -> break od; k=0 }
inline enter(t) {
  if
  :: LOCALLYFREE && MAYPASS(t) -> give(t)                                          /* barging */
  :: REFUSES(t) -> if :: LINGERS -> assert(offered) :: else fi; sl[t]=OUT; imp[t]=0
  :: GIVESUP(t) && !REFUSES(t) -> sl[t]=WAITING; nw++; wr[t]=nw; fresh(t); mayWait=1; ask(RAQ)
#ifdef OLDWORD
     ; word=1
#endif
  :: else -> sl[t]=WAITING; nw++; wr[t]=nw; begin()
  fi }
inline acquired() {
  acq=HELD; word=1; stop=0; head();
  if :: w==NOB || tm[w]!=aterm -> w=0; passOnOrRelease() :: else -> give2(w); w=0 fi;
  refuseImpatient() }
inline lose() {
  toS!REL,gen; drop(); current=NOB;
#ifndef LOSSPARKS
  begin();
#endif
  }
inline caller(t) {
  if
  :: d_step { sl[t]==OUT && dn[t]<R && gen<GMAX && len(toS)<3 -> dn[t]++; enter(t) }
  :: d_step { sl[t]==OUT && dn[t]<R && gen<GMAX && len(toS)<3 && t==1 -> dn[t]++; imp[t]=1; enter(t) }
  :: d_step { sl[t]==OUT && dn[t]<R && gen<GMAX && len(toS)<3 && t==2 -> dn[t]++; tm[t]=1; enter(t) }
  /* Gate.leave: interrupt, completed future */
  :: d_step { sl[t]==WAITING && len(toS)<3 -> sl[t]=OUT; imp[t]=0; tm[t]=0; unqueue(t); afterLeave() }
  /* Gate.timeOut */
  :: d_step { sl[t]==WAITING && !imp[t] && len(toS)<3 ->
       if :: word==0 -> imp[t]=1
          :: else -> if :: acq==ASKING && word==1 -> assert(offered) :: else fi; sl[t]=OUT; tm[t]=0; unqueue(t); afterLeave() fi }
  /* Gate.come */
  :: d_step { sl[t]==WAITING && coming[t] -> coming[t]=0;
#ifndef STAYNUDGED
       nudged[t]=0;
#endif
#ifdef COMEANYWAY
       if :: wr[t]==1 && acq==HELD -> give2(t) :: else fi }
#else
       if :: wr[t]==1 && LOCALLYFREE -> give2(t) :: else fi }
#endif
  /* OwnedHold.accept; one that is lost waits again */
  :: d_step { sl[t]==GIVEN && MINE(t) -> sl[t]=OWN }
#ifndef NORECHECK
  :: d_step { sl[t]==GIVEN && !MINE(t) && len(toS)<3 -> my[t]=0; enter(t) }
#else
  :: d_step { sl[t]==GIVEN && !MINE(t) -> sl[t]=OWN; assert(noneLost) }               /* returns a hold that is known to be lost */
#endif
#ifdef NOHANDON
  :: d_step { sl[t]==GIVEN && !CANCOME(t) -> sl[t]=OUT; my[t]=0 }                  /* the future was completed by somebody else */
#endif
  /* Gate.release: of one's own hold, or of one that was lost */
  :: d_step { sl[t]==OWN && len(toS)<3 -> sl[t]=OUT; tm[t]=0; if :: MINE(t) -> my[t]=0; current=NOB; passOnOrRelease() :: else -> my[t]=0 fi }
#ifdef LINGER
  :: d_step { sl[t]==OWN && MINE(t) && MAYSTAY -> sl[t]=OUT; tm[t]=0; my[t]=0; current=NOB; lingers=1 }
#endif
  fi }
inline publish() { if :: len(inb)<2 -> inb!sid :: len(inb)>=2 -> skip fi }
inline next() {
  if :: so==0 && oq -> so=2; oq=0
     :: so==0 && !oq && tick!=0 -> so=1; sid=tick; tick=0; publish()
     :: else fi }
inline srel(g) { if :: so==1 && sid==g -> so=0; sid=0 :: else fi; if :: tick==g -> tick=0 :: else fi; next() }
inline sask(g,wait) {
  if :: so==1 && sid==g -> toC!ACQD,g
     :: so==0 && (tick==0 || tick==g) -> so=1; sid=g; tick=0; toC!ACQD,g
     :: else -> if :: wait -> tick=g; toC!QUED,g :: else -> toC!HLD,g fi
  fi }
#define AWAITS(g) (g==gen && (acq==ASKING || acq==QUEUED))
#define O(t) (sl[t]==OWN && current==t && acq==HELD && my[t]==gen)
#define OWNS(t) (sl[t]==OWN && acq==HELD && my[t]==gen)
#define NOBODYHERE (sl[0]==OUT && sl[1]==OUT && sl[2]==OUT)
#define HASONE(t) ((sl[t]==GIVEN || sl[t]==OWN) && my[t]==gen)
active [T] proctype Caller() { do :: caller(_pid) od }
active proctype System() {
  do
  :: d_step { overdue=1-overdue }
  :: d_step { acq==HELD && !stop -> stop=1 }                       /* others wait and the slice is over; no token; validity */
  /* the wire: requests in the order of sending, answers in the order of requests */
  :: d_step { nempty(toS) && nfull(toC) -> toS?v,i;
       if :: v==ACQ -> sask(i,true)
          :: v==TRY -> sask(i,false)
          :: v==REL -> srel(i)
          :: v==RAQ -> i--; srel(i); i++; sask(i,true)
       fi; v=0; i=0 }
  :: d_step { nempty(toC) && len(toS)<3 -> toC?v,i;
       if
       :: (ign && i==igen) -> ign=0; igen=0                        /* its question was given up */
       :: (!(ign && i==igen) && i==gen && acq!=NONE) ->
          inflight=0; i=0;
          if :: v==ACQD && acq!=HELD -> v=0; acquired()
             :: v==QUED && acq!=HELD -> v=0; acq=QUEUED; word=1; refuseImpatient(); if :: nw==0 -> afterLeave() :: else fi
             :: v==HLD && acq!=HELD -> v=0; word=1; if :: uncertain -> toS!REL,gen :: else fi; drop(); refuseImpatient(); begin()
             :: acq==HELD -> v=0
          fi
       :: (!(ign && i==igen) && !(i==gen && acq!=NONE)) -> skip
       fi; v=0; i=0 }
  :: d_step { nempty(inb) && len(toS)<3 -> inb?i; if :: AWAITS(i) -> i=0; acquired() :: else fi; i=0 }
  :: d_step { nempty(inb) -> inb?i; i=0 }                          /* lost */
  /* Gate.failed: those who wait for the first answer are told, the others go on */
  :: d_step { inflight && (acq==ASKING || acq==QUEUED) && nfail<FAILS && !ign && len(toS)<3 -> nfail++; inflight=0; uncertain=1; word=2; ign=1; igen=gen;
       refuseImpatient(); if :: nw==0 -> endIt() :: else fi }
  :: d_step { !inflight && (acq==ASKING || acq==QUEUED) && len(toS)<3 -> ask((mayWait -> ACQ : TRY)) }
  :: d_step { acq==HELD && nloss<LOSSES && len(toS)<2 -> nloss++; lose() }
#ifdef LINGER
  /* CohortGate.wanted: whether the other client waits, or would not */
  :: d_step { so==1 && sid==gen && acq!=NONE && len(toS)<3 -> othersWait=1;
#ifdef WANTEDINUSE
       if :: acq==HELD && nw==0 -> endIt() :: else fi }
#elif !defined UNHEEDED
       if :: LINGERS -> endIt() :: else fi }
#else
     }
#endif
  /* CohortGate.endLingeringIfOver */
#ifdef OVERINUSE
  :: d_step { acq==HELD && nw==0 && len(toS)<3 -> endIt() }
#elif defined OVERNUDGED
  :: d_step { LOCALLYFREE && len(toS)<3 -> endIt() }
#else
  :: d_step { LINGERS && len(toS)<3 -> endIt() }
#endif
#endif
  /* the other client */
  :: d_step { so==0 && tick==0 -> so=2 }
  :: d_step { so==2 -> so=0; next() }
  :: d_step { so==1 && !oq -> oq=1 }
  :: d_step { oq -> oq=0 }
  /* properties */
  :: d_step { OWNS(0)+OWNS(1)+OWNS(2)>1 -> assert(oneOwner) }
  :: d_step { acq==HELD && current==NOB && !(nw>0 && (wr[0]==1 && coming[0] || wr[1]==1 && coming[1] || wr[2]==1 && coming[2])) && !LINGERS -> assert(noWaste) }
  :: d_step { acq==HELD && current!=NOB && !(current==0 && HASONE(0) || current==1 && HASONE(1) || current==2 && HASONE(2)) -> assert(noWaste) }
  :: d_step { nw>0 && acq==NONE -> assert(asked) }
  :: d_step { LINGERS && othersWait -> assert(heeded) }
  :: d_step { current!=NOB && acq!=HELD -> assert(kept) }
  :: d_step { NOBODYHERE && (acq==QUEUED || acq==ASKING && !inflight) -> assert(withdrew) }
  :: d_step { NOBODYHERE && acq==NONE && empty(toS) && empty(toC) && empty(inb) && (so==1 || tick!=0) -> assert(clean) }
  od }
