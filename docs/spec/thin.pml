/* Thin holds: the tokens of one name, of holds with a ledger and without, and who is told at their end. One server, W clients.
 *
 * Code     take_at_once.lua, counter.lua, ask.lua (draw, inflate), roll.lua, end_thin.lua, release.lua, ledger.lua (last_number);
 *          ThinHolds
 * rising   each hold's first token is above all numbers that were drawn for the name before
 * served   whenever the lock is free and a ticket is there, a request is on its way that grants it
 * Time     one clock, that of the server. It may be set back once, by BACK ticks at most, which is less than the retention RET
 *          of a ledger. A loss of data leaves an older counter; it comes when TIME is above all that was drawn (protocol.md, Tokens)
 *          Those who wait ask in each tick. Who waited when the data was lost comes back by a roll call.
 * Flags    LOSS the server may lose its data once
 * Mutants  NOSEED NOCOUNTER NORAISE NOSEQ (rising), INCRONLY (rising, with LOSS), NOINFLATE (served), NOROLL (served, with LOSS)
 */
#ifndef W
#define W 2
#endif
#ifndef TMAX
#define TMAX 12
#endif
#define RET 8
#define BACK 2
#define BLOCK 2
#define FREE W
#define IDLE 0
#define QUEUED 1
#define HOLDS 2         /* thin or not */
#define ENDS 3          /* end_thin was answered 0: the release follows */
#define LOST 4          /* its ticket was lost, with all data */
byte now=1, owner=FREE; bool thin;              /* the key of the holder; whether it is a text, and no hash */
bool ledger, counted; byte seq, until;          /* the ledger; whether it has #seq; when it expires */
byte cnt;                                       /* the last number of the shared counter; 0: none. The key has the first of its block */
byte drawn;                                     /* ghost: the highest number of this name */
byte top=1;                                      /* ghost: the latest time that the clock has shown */
byte st[W]; bool back, lost;
byte first;

#define MAX(a,b) (((a)>(b)) -> (a) : (b))
#ifdef NOSEED
#define COUNTER 0
#else
#define COUNTER cnt
#endif
inline tell(last) { assert(first>drawn); drawn=MAX(drawn,last) }
/* numbers.lua, ledger.lua: a block, or one number; it never runs further ahead of TIME than a block, unless it is there already */
inline draw(want) {
  first=MAX((counted -> seq : COUNTER)+1, now); seq=((first+want-1<MAX(first,now+BLOCK-1)) -> first+want-1 : MAX(first,now+BLOCK-1));
  counted=1; tell(seq); first=0 }
/* counter.lua: a block of two */
inline raise(number) { first=number; if :: cnt>=first -> first=cnt+1 :: else fi; cnt=first+1 }
inline thinHold(i) {
#ifdef NOCOUNTER
  first=now
#else
#ifdef INCRONLY
  first=cnt+1; cnt=first+1
#else
  raise(now)
#endif
#endif
  ; tell(first+1); first=0; owner=i; thin=1; st[i]=HOLDS }
/* take_at_once.lua: nobody waits, and there is a ledger, which lasts no longer for it. Without #seq: the whole script, which prolongs it */
inline besideHold(i) {
  first=MAX(seq+1,now);
#ifndef NORAISE
  if :: cnt>=first -> first=cnt+1 :: else fi; cnt=first+1;
#endif
#ifndef NOSEQ
  seq=first+1;
#endif
  tell(first+1); first=0; owner=i; thin=1; st[i]=HOLDS }
inline wholeHold(i) { draw(BLOCK); until=now+RET; owner=i; thin=0; st[i]=HOLDS }
#define WAITS (st[0]==QUEUED || st[1]==QUEUED)
/* grant.lua */
inline grant() {
  if :: st[0]==QUEUED -> draw(BLOCK); owner=0; thin=0; st[0]=HOLDS
     :: st[1]==QUEUED -> draw(BLOCK); owner=1; thin=0; st[1]=HOLDS
     :: !WAITS -> owner=FREE; thin=0 fi }
#define ENDING (st[0]==ENDS || st[1]==ENDS)
#define ROOM (drawn<=top && cnt<=top)   /* far fewer than a million numbers a second */
inline check() { assert(!(owner==FREE && WAITS && !ENDING)) }
inline client(i) {
  if
  /* acquire */
  :: d_step { st[i]==IDLE && owner==FREE && !ledger -> thinHold(i); printf("%d takes, thin, token %d\n",i,drawn) }
  :: d_step { st[i]==IDLE && owner==FREE && ledger && counted && !WAITS -> besideHold(i); printf("%d takes, thin beside a ledger, token %d\n",i,drawn) }
  :: d_step { st[i]==IDLE && owner==FREE && ledger && !counted && !WAITS -> wholeHold(i); printf("%d takes, block to %d\n",i,drawn) }
  :: d_step { st[i]==IDLE && owner!=FREE && owner!=i ->
       if :: !ledger -> ledger=1; counted=0 :: else fi; if :: !counted -> draw(1) :: else fi;
#ifndef NOINFLATE
       thin=0;
#endif
       st[i]=QUEUED; until=now+RET; printf("%d queues, number %d\n",i,seq) }
  /* roll.lua: puts the ticket back */
  :: d_step { st[i]==LOST ->
       if :: !ledger -> ledger=1; counted=0 :: else fi; if :: !counted -> draw(1) :: else fi;
#ifndef NOROLL
       thin=0;
#endif
       st[i]=QUEUED; until=now+RET; if :: owner==FREE -> grant() :: else fi; check(); printf("%d is put back, holder %d\n",i,owner) }
  /* a question of one that waits; one that gives up, with or without a tombstone */
  :: d_step { st[i]==QUEUED -> until=now+RET; printf("%d asks again\n",i) }
  :: d_step { st[i]==QUEUED -> st[i]=IDLE; until=now+RET; printf("%d gives up\n",i) }
  /* a tombstone begins a ledger without a counter */
  :: d_step { st[i]==IDLE && !ledger -> ledger=1; counted=0; until=now+RET; printf("%d leaves a tombstone\n",i) }
  /* end_thin, or a native compare-and-delete: whether it is still a text. The client knows by its block that the hold was thin */
  :: d_step { st[i]==HOLDS && owner==i ->
       if :: thin -> owner=FREE; thin=0; st[i]=IDLE :: else -> st[i]=ENDS fi; check();
       printf("%d: end_thin, holder %d\n",i,owner) }
  /* the release */
  :: d_step { (st[i]==HOLDS || st[i]==ENDS) && owner==i -> st[i]=IDLE; owner=FREE; grant(); check(); printf("%d releases, holder %d\n",i,owner) }
  :: d_step { st[i]==ENDS && owner!=i -> st[i]=IDLE; if :: owner==FREE -> grant() :: else fi; check(); printf("%d releases what it lost\n",i) }
  fi }
active proctype Clients() {
  do
  :: ROOM -> if :: client(0) :: client(1) fi
  od }
active proctype System() {
  do
  :: d_step { now<TMAX && (!WAITS || until==now+RET) -> now++; top=MAX(top,now); printf("   time %d\n",now) }
  :: d_step { !back && !lost && now>BACK -> back=1; now=now-BACK; printf("   clock set back to %d\n",now) }
  /* expiry: nobody waits, as those who wait ask often. A hold that goes on does not keep the ledger */
  :: d_step { ledger && !WAITS && now>=until -> ledger=0; counted=0; seq=0; printf("   the ledger expires\n") }
#ifdef LOSS
  :: d_step { !lost && !back && now>drawn && now>cnt && !ENDING -> lost=1; owner=FREE; thin=0; ledger=0; counted=0; seq=0;
       cnt=((cnt>3) -> cnt-3 : 0);
       st[0]=(st[0]==QUEUED -> LOST : IDLE); st[1]=(st[1]==QUEUED -> LOST : IDLE); printf("   data lost, counter %d\n",cnt) }
#endif
  od }
