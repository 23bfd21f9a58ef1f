package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Milestone;
import io.holdfast.lock.core.engine.Question;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of the servers, and what is asked of it. Any thread. */
final class QuorumNode implements Peer {

  private static final Logger LOG = LoggerFactory.getLogger(QuorumNode.class);

  static final LuaScript ACCEPT =
      LuaScript.load(LuaScript.Source.beside(QuorumNode.class), "accept.lua");
  static final LuaScript STANDING =
      LuaScript.load(LuaScript.Source.beside(QuorumNode.class), "standing.lua");
  static final LuaScript JOIN =
      LuaScript.load(LuaScript.Source.beside(QuorumNode.class), "join.lua");

  /**
   * How often a server tells of itself: by then its clock may have gone off by some milliseconds.
   */
  private static final Duration STATUS_HOLDS = Duration.ofMinutes(1);

  /** The same of one that said why it must not vote: that may be over soon. */
  private static final Duration PROBLEM_HOLDS = Duration.ofSeconds(1);

  /** For so long nobody waits for one that was too slow, unless it answers. */
  private static final Duration SLOWNESS_HOLDS = Duration.ofSeconds(10);

  /** A clock that is further off may have jumped past the end of what a node remembers. */
  private static final Duration CLOCKS_DIFFER = Duration.ofHours(12);

  private static final String NOT_TOLD = "it has not told since when its data is complete";

  private final QuorumMember member;
  private final RedLockSettings settings;
  private final NodeIdentities identities;
  private final Peers peers;
  private final AtomicLong joinedNanos;
  // What it said last, and when it was asked last.
  private volatile @Nullable NodeStatus status;
  private volatile Asked asked = Asked.NEVER;
  private volatile String toldWhy = ""; // in the log, that it does not count
  private volatile long slowUntilNanos;
  private volatile boolean isSlow;

  /**
   * That it was asked about itself.
   *
   * @param generation over which connection
   * @param nanos when
   * @param quorum which one it was told that most nodes serve
   * @param word reached when that has been heard, or has failed
   * @param isVoid whether it is to be asked once more
   * @param isHeard whether it has answered that, over this connection
   * @param isOver whether it has answered, or that has failed
   */
  private record Asked(
      int generation,
      long nanos,
      Optional<QuorumId> quorum,
      Milestone word,
      AtomicBoolean isVoid,
      AtomicBoolean isHeard,
      AtomicBoolean isOver) {

    static final Asked NEVER = new Asked(-1, 0, Optional.empty(), Milestone.passed(), true);

    Asked(int generation, long nanos, Optional<QuorumId> quorum, Milestone word, boolean isVoid) {
      this(
          generation,
          nanos,
          quorum,
          word,
          new AtomicBoolean(isVoid),
          new AtomicBoolean(),
          new AtomicBoolean());
    }
  }

  QuorumNode(
      QuorumMember member, RedLockSettings settings, NodeIdentities identities, Peers peers) {
    this.member = member;
    this.settings = settings;
    this.identities = identities;
    this.peers = peers;
    this.joinedNanos = new AtomicLong(now() - PROBLEM_HOLDS.toNanos());
  }

  QuorumMember member() {
    return member;
  }

  boolean isConnected() {
    return member.isConnected();
  }

  /** Which one it is, and why there is no connection. */
  String describeAbsence() {
    return this + " (" + member.link().whyNotConnected().orElse("no answer yet") + ")";
  }

  Verbs verbs() {
    return member.verbs();
  }

  Administration administration() {
    return member.administration();
  }

  LockKeys keys(LockKeys quorumKeys) {
    return member.keys(quorumKeys.name());
  }

  /** The same for the scripts that vote: without quarantine nobody asks what a node remembers. */
  LockKeys votingKeys(LockKeys ofNode) {
    return settings.quarantine() ? ofNode.with(member.nodeKey()) : ofNode;
  }

  private long now() {
    return member.engine().clock().nanoTime();
  }

  // ---- whether it counts

  /**
   * Why it must not vote for an acquisition that began then, by what it said last over this
   * connection; empty if it may, or has not been heard yet.
   */
  Optional<String> exclusion(long beganNanos) {
    NodeStatus known = status;
    if (known == null || known.generation() != member.link().generation()) {
      return Optional.empty();
    }
    Optional<String> reason = exclusion(known, beganNanos);
    if (reason.isPresent()) {
      askStatus(); // it may have changed, and nothing else is going to be asked
    }
    return reason;
  }

  private Optional<String> exclusion(NodeStatus known, long beganNanos) {
    Optional<String> misfit = misfit(known);
    return misfit.isPresent() || !settings.quarantine()
        ? misfit
        : peers.strangeness(this, known).or(() -> quarantine(known, beganNanos));
  }

  /** Why its word does not count, whenever it began. */
  private Optional<String> misfit(NodeStatus known) {
    if (identities.isAnotherOf(this, known.process())) {
      return Optional.of("the same server as another node");
    }
    if (!settings.quarantine()) {
      return known.microsAhead().isEmpty() || known.isUnfit() ? known.problem() : Optional.empty();
    }
    Duration off = peers.timeOff(known.microsAhead());
    return known.problem().isEmpty() && off.compareTo(CLOCKS_DIFFER) > 0
        ? Optional.of(
            "its clock differs by %s h from that of most nodes: keys that should last a day may be gone"
                .formatted(off.toHours()))
        : known.problem();
  }

  private Optional<String> quarantine(NodeStatus known, long beganNanos) {
    Duration age = Duration.ofNanos(beganNanos - known.bornNanos());
    Duration left = settings.maxLease().minus(age);
    return left.isNegative() || left.isZero()
        ? Optional.empty()
        : Optional.of(
            "in quarantine for %s ms more: it started, or lost its data, less than the longest lease ago"
                .formatted(TimeUnit.MILLISECONDS.convert(left)));
  }

  @Override
  public Optional<NodeStatus> word() {
    NodeStatus known = status;
    return known == null
            || known.process().isEmpty()
            || known.problem().isPresent()
            || identities.isAnotherOf(this, known.process())
        ? Optional.empty()
        : Optional.of(known);
  }

  @Override
  public boolean isYetToTell() {
    return status == null && !asked.isOver().get() && isConnected();
  }

  @Override
  public boolean isOverdue(long beganNanos, long nowNanos) {
    long timeout = settings.nodeTimeout().toNanos();
    Asked last = asked;
    boolean isAsked = last.generation() == member.link().generation() && !last.isOver().get();
    return nowNanos - beganNanos >= timeout && (!isAsked || nowNanos - last.nanos() >= timeout);
  }

  /** Which other quorum it serves, if clients of that use it. */
  Optional<String> foreignness() {
    return word().flatMap(peers::foreignness);
  }

  /** Whether it serves a quorum of another number of nodes by now. */
  boolean isOfAnotherList() {
    return word().filter(peers::isOfAnotherList).isPresent();
  }

  @Override
  public OptionalLong microsAhead() {
    NodeStatus known = status;
    return known == null ? OptionalLong.empty() : known.microsAhead();
  }

  /**
   * Has the server tell of itself if it has not over this connection, or long ago; before what is
   * sent next.
   */
  void askStatus() {
    if (!hasAskedStatus()) {
      askStatusOnce();
    }
  }

  /**
   * The same if there is a new connection, or it has not answered, or could not say (it may still
   * load its data): so a restart is noticed when it happens, also by a client that casts no votes.
   */
  void askStatusIfNew() {
    Asked last = asked;
    boolean isNew = last.generation() != member.link().generation();
    if (isNew || last.isVoid().get() || hasProblem()) {
      askStatus();
    }
  }

  /**
   * The same, and if it has not been asked for a quarter of the longest lease, so that it can tell
   * that its quorum is in use; of one that is in quarantine within two seconds: what it serves may
   * change yet.
   */
  void lookAfter() {
    askStatusIfNew();
    NodeStatus known = status;
    boolean isYoung = known != null && quarantine(known, now()).isPresent();
    Duration limit = settings.maxLease().dividedBy(4);
    if (isYoung && limit.compareTo(PROBLEM_HOLDS) > 0) {
      limit = PROBLEM_HOLDS;
    }
    Asked last = asked;
    if (last.isOver().get() && now() - last.nanos() >= limit.toNanos()) {
      last.isVoid().set(true);
      askStatus();
    }
  }

  @Override
  public void tellIfUntold(Optional<QuorumId> most) {
    Asked last = asked;
    if (most.isPresent() && last.isOver().get() && !most.equals(last.quorum())) {
      last.isVoid().set(true);
      askStatus();
    }
  }

  @Override
  public void join(QuorumId quorum, boolean isBacked) {
    long last = joinedNanos.get();
    long now = now();
    if (now - last < PROBLEM_HOLDS.toNanos() || !joinedNanos.compareAndSet(last, now)) {
      return;
    }
    String[] args = {
      quorum.toString(), Long.toString(settings.maxLease().toMillis()), isBacked ? "1" : "0"
    };
    member.link().run(JOIN, keysOfNode(), args, Function.identity(), outcome -> askStatusAnew());
  }

  private String[] keysOfNode() {
    return new String[] {member.nodeKey(), member.nodeKey() + ":used"};
  }

  private boolean hasAskedStatus() {
    Asked last = asked;
    return last.generation() == member.link().generation()
        && !last.isVoid().get()
        && now() - last.nanos() < (hasProblem() ? PROBLEM_HOLDS : STATUS_HOLDS).toNanos();
  }

  private boolean hasProblem() {
    NodeStatus known = status;
    return known != null
        && (known.problem().isPresent()
            || (settings.quarantine() && peers.strangeness(this, known).isPresent()));
  }

  /** Has the server tell of itself behind all that was sent before. */
  private synchronized Asked askStatusAnew() {
    asked.isVoid().set(true);
    askStatusOnce();
    return asked;
  }

  private synchronized void askStatusOnce() {
    if (!hasAskedStatus()) {
      Optional<QuorumId> most = peers.served();
      Asked mine = new Asked(member.link().generation(), now(), most, new Milestone(), false);
      String[] keys = settings.quarantine() ? keysOfNode() : new String[0];
      String[] args = {
        most.map(QuorumId::toString).orElse(""), Long.toString(settings.maxLease().toMillis())
      };
      member
          .link()
          .run(
              STANDING,
              keys,
              args,
              Function.identity(),
              outcome -> {
                try {
                  told(mine, outcome);
                } finally {
                  mine.isOver().set(true);
                  mine.word().reach(); // votes wait for it
                  peers.settle();
                }
              });
      asked = mine; // after it: a thread that sees this sends later
      if (mine.isOver().get()) { // nobody could see yet that it was over
        member.engine().later(peers::settle);
      }
    }
  }

  private void told(Asked when, Outcome<List<Object>> outcome) {
    int generation = when.generation();
    if (generation != member.link().generation()) {
      return; // it is asked over the next one, too, and may have answered there
    }
    if (outcome instanceof Outcome.Answered<List<Object>> answer) {
      heard(when, NodeStatus.read(generation, answer.reply(), when.nanos(), now()));
    } else {
      ServerFailure failure = ((Outcome.Failed<List<Object>>) outcome).failure();
      if (failure.kind() == ServerFailure.Kind.REFUSED) {
        heard(when, NodeStatus.unknown(generation, now(), reason(failure)));
      } else {
        when.isVoid().set(true); // once more, with the next question
      }
    }
  }

  /** A cluster refuses keys of several slots, or of those of another node. */
  private static String reason(ServerFailure failure) {
    String reason = FailureReason.of(failure.cause());
    return Stream.of("CROSSSLOT", "MOVED ", "CLUSTERDOWN").anyMatch(reason::contains)
        ? NodeStatus.OF_A_CLUSTER
        : reason;
  }

  private void heard(Asked when, NodeStatus word) {
    NodeStatus before = status;
    NodeStatus known = before == null ? word : word.after(before);
    identities.seen(this, known.process());
    status = known;
    when.isHeard().set(true);
    if (settings.quarantine()) {
      peers.told(member.engine().clock());
      member.engine().later(() -> peers.gather(now())); // not while it is being asked
    }
    tellIfNew(known);
  }

  /** Once for each time that it begins to be so. */
  private void tellIfNew(NodeStatus known) {
    Optional<String> problem = exclusion(known, known.readNanos());
    String why =
        problem.map(reason -> known.process() + reason.replaceAll("\\d+ ms", "")).orElse("");
    boolean isToJoin = known.quorum().isEmpty() && misfit(known).isEmpty(); // if it may, at once
    if (problem.isPresent() && !why.equals(toldWhy) && !isToJoin) {
      LOG.warn("{} does not count as a node: {}", this, problem.get());
    }
    toldWhy = why;
  }

  // ---- requests

  /** Asks for its vote, for an acquisition that began then. */
  void vote(Question question, long beganNanos, Consumer<Vote> then) {
    askStatus();
    int generation = member.link().generation();
    Milestone said = asked.word();
    verbs()
        .ask(
            question,
            outcome -> {
              isSlow = false;
              Vote vote = Vote.of(outcome);
              if (vote instanceof Vote.Granted || vote.isNo()) {
                // answered before this, but it may not have been handled before
                said.then(
                    () -> whenCertain(() -> then.accept(checked(vote, generation, beganNanos))));
              } else {
                then.accept(vote);
              }
            });
  }

  /** What it says counts by what the others say of themselves, too: with quarantine. */
  private void whenCertain(Runnable then) {
    if (settings.quarantine()) {
      peers.whenCertain(this, then);
    } else {
      then.run();
    }
  }

  /**
   * Looks at a lock, and has the server tell of itself behind that: what it forgot before it
   * answered is noticed.
   */
  void look(LockKeys keys, Consumer<Outcome<Sight>> then) {
    long beganNanos = now();
    int generation = member.link().generation();
    AtomicBoolean isHeard = new AtomicBoolean();
    Milestone told = new Milestone();
    administration()
        .inspect(
            keys,
            outcome ->
                told.then(
                    () ->
                        then.accept(
                            outcome.map(
                                state ->
                                    new Sight(
                                        state, doubt(generation, isHeard.get(), beganNanos))))));
    Asked asking = askStatusAnew();
    asking
        .word()
        .then(
            () -> {
              isHeard.set(asking.isHeard().get());
              whenCertain(told::reach);
            });
  }

  /**
   * Why it may have forgotten a hold, if it was asked over that connection, and about itself behind
   * that. Without an answer to the latter it may have forgotten since it told last.
   */
  private Optional<String> doubt(int generation, boolean isHeard, long beganNanos) {
    NodeStatus known = status;
    if (settings.quarantine() && !isHeard) {
      return Optional.of(NOT_TOLD);
    }
    if (known != null && known.generation() == generation) {
      return exclusion(known, now()).or(() -> strangeness(known, beganNanos));
    }
    return settings.quarantine() ? Optional.of(NOT_TOLD) : Optional.empty();
  }

  /** A vote, judged by what the server said of itself before, over the same connection. */
  private Vote checked(Vote vote, int generation, long beganNanos) {
    NodeStatus known = status;
    if (known == null
        || known.generation() != generation
        || generation != member.link().generation()) { // it may have gone over the next connection
      return uncounted(vote, NOT_TOLD);
    }
    if (settings.quarantine() && !vote.acceptorState().epoch().equals(known.epoch())) {
      asked.isVoid().set(true);
      return uncounted(vote, "it has lost its data, or another server has taken its address");
    }
    Optional<String> strangeness = strangeness(known, beganNanos);
    if (vote instanceof Vote.Granted) {
      return exclusion(known, beganNanos)
          .or(() -> strangeness)
          .<Vote>map(Vote.Excluded::new)
          .orElse(vote);
    }
    return misfit(known).or(() -> strangeness).isPresent() ? vote.withoutAcceptorState() : vote;
  }

  /** It may have served others, and not know of the holds here. */
  private Optional<String> strangeness(NodeStatus known, long beganNanos) {
    return settings.quarantine() ? peers.strangenessOrDoubt(known, beganNanos) : Optional.empty();
  }

  private static Vote uncounted(Vote vote, String reason) {
    return vote instanceof Vote.Granted ? new Vote.Excluded(reason) : vote.withoutAcceptorState();
  }

  /** It did not answer in time. */
  void wasSlow() {
    slowUntilNanos = now() + SLOWNESS_HOLDS.toNanos();
    isSlow = true;
  }

  /** Whether that was so a short while ago, and it has not answered since. */
  boolean isSlow() {
    return isSlow && slowUntilNanos - now() > 0;
  }

  /**
   * Has it agree to this block of tokens, for an acquisition that has its vote.
   *
   * @param epoch in which it voted, if they are above all that was heard; empty if it is not to
   *     agree to them unless it is sure that it has not agreed to higher ones
   * @param isKnown whether a majority has told what it knows, or all nodes have
   * @param isHeld whether they are those of a hold: it is to remember them, however sure it is
   */
  void accept(
      NodeVote nodeVote,
      TokenBlock block,
      String epoch,
      boolean isKnown,
      boolean isHeld,
      Consumer<Outcome<Acceptance>> then) {
    String[] args = {
      nodeVote.id(),
      Long.toString(block.first()),
      Long.toString(block.last()),
      Long.toString(member.retention().toSeconds()),
      epoch,
      isKnown ? "1" : "0",
      isHeld ? "1" : "0"
    };
    member.link().run(ACCEPT, nodeVote.votingKeys().all(), args, Acceptance::of, then);
  }

  void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
    verbs().renew(renewals, then);
  }

  @Override
  public String toString() {
    return member.describe();
  }
}
