package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Milestone;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the server of a node tell of itself: on each connection, now and then, and when an answer
 * shows that it has changed. Any thread.
 */
final class StatusInquiry {

  private static final Logger LOG = LoggerFactory.getLogger(QuorumNode.class);

  static final LuaScript STANDING =
      LuaScript.load(LuaScript.Source.beside(StatusInquiry.class), "standing.lua");
  static final LuaScript JOIN =
      LuaScript.load(LuaScript.Source.beside(StatusInquiry.class), "join.lua");

  /**
   * How often a server tells of itself: by then its clock may have gone off by some milliseconds.
   */
  private static final Duration STATUS_HOLDS = Duration.ofMinutes(1);

  /** The same of one that said why it must not vote: that may be over soon. */
  private static final Duration PROBLEM_HOLDS = Duration.ofSeconds(1);

  private final QuorumNode node;
  private final QuorumMember member;
  private final RedLockSettings settings;
  private final NodeIdentities identities;
  private final Peers peers;
  private final NodeEligibility eligibility;
  private final AtomicLong joinedNanos;
  private volatile @Nullable NodeStatus status; // what it said last; written by who hears it
  private volatile StatusRequest asked = StatusRequest.NEVER; // the last one; guarded by this
  private volatile String toldWhy = ""; // in the log, that it does not count

  StatusInquiry(
      QuorumNode node,
      RedLockSettings settings,
      NodeIdentities identities,
      Peers peers,
      NodeEligibility eligibility) {
    this.node = node;
    this.member = node.member();
    this.settings = settings;
    this.identities = identities;
    this.peers = peers;
    this.eligibility = eligibility;
    this.joinedNanos = new AtomicLong(now() - PROBLEM_HOLDS.toNanos());
  }

  private long now() {
    return member.engine().clock().nanoTime();
  }

  /** What it said last of itself; null if it has said nothing yet. */
  @Nullable NodeStatus status() {
    return status;
  }

  /** When it was asked last. */
  StatusRequest asked() {
    return asked;
  }

  /** What it said last is not true any more: it is to be asked once more. */
  void invalidate() {
    asked.isVoid().set(true);
  }

  /** Whether it has not said anything yet, and is going to. */
  boolean isYetToTell() {
    return status == null && !asked.isOver().get() && member.isConnected();
  }

  /** Whether it has had the node time-out, since then and since it was asked, to say anything. */
  boolean isOverdue(long beganNanos, long nowNanos) {
    long timeout = settings.nodeTimeout().toNanos();
    StatusRequest last = asked;
    boolean isAsked = last.generation() == member.link().generation() && !last.isOver().get();
    return nowNanos - beganNanos >= timeout && (!isAsked || nowNanos - last.nanos() >= timeout);
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
    StatusRequest last = asked;
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
    boolean isYoung = known != null && eligibility.quarantine(known, now()).isPresent();
    Duration limit = settings.maxLease().dividedBy(4);
    if (isYoung && limit.compareTo(PROBLEM_HOLDS) > 0) {
      limit = PROBLEM_HOLDS;
    }
    StatusRequest last = asked;
    if (last.isOver().get() && now() - last.nanos() >= limit.toNanos()) {
      last.isVoid().set(true);
      askStatus();
    }
  }

  /** Has it know that most nodes serve this, if it was not told since. */
  void tellIfUntold(Optional<QuorumId> most) {
    StatusRequest last = asked;
    if (most.isPresent() && last.isOver().get() && !most.equals(last.quorum())) {
      last.isVoid().set(true);
      askStatus();
    }
  }

  /**
   * Has it serve that quorum from now on, if it may; not again and again.
   *
   * @param isBacked whether most nodes serve it
   */
  void join(QuorumId quorum, boolean isBacked) {
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
    StatusRequest last = asked;
    return last.generation() == member.link().generation()
        && !last.isVoid().get()
        && now() - last.nanos() < (hasProblem() ? PROBLEM_HOLDS : STATUS_HOLDS).toNanos();
  }

  private boolean hasProblem() {
    return eligibility.hasProblem(status);
  }

  /** Has the server tell of itself behind all that was sent before. */
  synchronized StatusRequest askStatusAnew() {
    asked.isVoid().set(true);
    askStatusOnce();
    return asked;
  }

  private synchronized void askStatusOnce() {
    if (!hasAskedStatus()) {
      Optional<QuorumId> most = peers.served();
      StatusRequest mine =
          new StatusRequest(member.link().generation(), now(), most, new Milestone(), false);
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

  private void told(StatusRequest when, Outcome<List<Object>> outcome) {
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

  private void heard(StatusRequest when, NodeStatus word) {
    NodeStatus before = status;
    NodeStatus known = before == null ? word : word.after(before);
    identities.seen(node, known.process());
    Runnable hearing =
        () -> {
          status = known;
          when.isHeard().set(true);
        };
    if (settings.quarantine()) {
      peers.told(hearing, member.engine().clock());
      member.engine().later(() -> peers.gather(now())); // not while it is being asked
    } else {
      hearing.run();
    }
    tellIfNew(known);
  }

  /** Once for each time that it begins to be so. */
  private void tellIfNew(NodeStatus known) {
    Optional<String> problem = eligibility.exclusion(known, known.readNanos());
    String why =
        problem.map(reason -> known.process() + reason.replaceAll("\\d+ ms", "")).orElse("");
    boolean isToJoin =
        known.quorum().isEmpty() && eligibility.misfit(known).isEmpty(); // if it may, at once
    if (problem.isPresent() && !why.equals(toldWhy) && !isToJoin) {
      LOG.warn("{} does not count as a node: {}", node, problem.get());
    }
    toldWhy = why;
  }
}
