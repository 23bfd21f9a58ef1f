package io.holdfast.lock.redlock;

import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Milestone;
import io.holdfast.lock.core.engine.Question;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.kind.QuorumMember;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One of the servers, and what is asked of it. Any thread. */
final class Node {

  private static final LuaScript ACCEPT =
      LuaScript.load(LuaScript.Source.beside(Node.class), "accept.lua");
  private static final LuaScript STANDING =
      LuaScript.load(LuaScript.Source.beside(Node.class), "standing.lua");

  /**
   * How often a server tells of itself: by then its clock may have gone off by some milliseconds.
   */
  private static final Duration STANDING_HOLDS = Duration.ofMinutes(1);

  private final QuorumMember member;
  private final RedLockSettings settings;
  private final Servers servers;
  // What it said last, and the connection over which it is being asked. A lost write costs one more
  // question.
  private volatile @Nullable Standing standing;
  private volatile int askedGeneration = -1;
  private volatile long askedNanos;
  // Done when what it was asked last about itself has been heard, or has failed.
  private volatile Milestone word = Milestone.passed();

  Node(QuorumMember member, RedLockSettings settings, Servers servers) {
    this.member = member;
    this.settings = settings;
    this.servers = servers;
  }

  QuorumMember member() {
    return member;
  }

  boolean isConnected() {
    return member.isConnected();
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

  private long now() {
    return member.engine().clock().nanoTime();
  }

  // ---- whether it counts

  /**
   * Why it must not vote for an acquisition that began then, by what it said last over this
   * connection; empty if it may, or has not been heard yet.
   */
  Optional<String> exclusion(long beganNanos) {
    Standing known = standing;
    return known == null || known.generation() != member.link().generation()
        ? Optional.empty()
        : exclusion(known, beganNanos);
  }

  private Optional<String> exclusion(Standing known, long beganNanos) {
    if (servers.isAnotherOf(this, known.identity())) {
      return Optional.of("the same server as another node");
    }
    if (!settings.quarantine()) {
      return Optional.empty();
    }
    if (known.problem().isPresent()) {
      return known.problem();
    }
    Duration age = Duration.ofNanos(beganNanos - known.bornNanos());
    Duration left = settings.maxLease().minus(age);
    return left.isNegative() || left.isZero()
        ? Optional.empty()
        : Optional.of(
            "in quarantine for %d ms more: it was up for less than the longest lease"
                .formatted(TimeUnit.MILLISECONDS.convert(left)));
  }

  /** By how much its clock is ahead of the local one; empty if it has not told. */
  OptionalLong microsAhead() {
    Standing known = standing;
    return known == null ? OptionalLong.empty() : known.microsAhead();
  }

  /**
   * Has the server tell of itself if it has not over this connection, or long ago; before what is
   * sent next.
   */
  private void askStanding() {
    if (!hasAskedStanding()) {
      askStandingOnce();
    }
  }

  private boolean hasAskedStanding() {
    return askedGeneration == member.link().generation()
        && now() - askedNanos < STANDING_HOLDS.toNanos();
  }

  private synchronized void askStandingOnce() {
    if (!hasAskedStanding()) {
      int generation = member.link().generation();
      Milestone heard = new Milestone();
      askedNanos = now();
      word = heard;
      member
          .link()
          .run(
              STANDING,
              new String[0],
              new String[0],
              Function.identity(),
              outcome -> {
                told(generation, outcome);
                heard.reach();
              });
      askedGeneration = generation; // behind it: whoever sees this sends later
    }
  }

  private void told(int generation, Outcome<List<Object>> outcome) {
    if (generation != member.link().generation()) {
      return; // it is asked over the next one, too, and may have answered there
    }
    if (outcome instanceof Outcome.Answered<List<Object>> answer) {
      heard(Standing.read(generation, answer.reply(), now()));
    } else {
      ServerFailure failure = ((Outcome.Failed<List<Object>>) outcome).failure();
      if (failure.kind() == ServerFailure.Kind.REFUSED) {
        heard(Standing.unknown(generation, now(), String.valueOf(failure.cause().getMessage())));
      } else {
        askedGeneration = -1; // once more, with the next question
      }
    }
  }

  private void heard(Standing word) {
    Standing before = standing;
    Standing known = before == null ? word : word.after(before);
    servers.seen(this, known.identity());
    standing = known;
  }

  // ---- requests

  /** Asks for its vote, for an acquisition that began then. */
  void vote(Question question, long beganNanos, Consumer<Vote> then) {
    askStanding();
    int generation = member.link().generation();
    Milestone said = word;
    verbs()
        .ask(
            question,
            outcome -> {
              Vote vote = Vote.of(outcome);
              if (vote instanceof Vote.Granted) {
                // answered before this, but it may not have been handled before
                said.then(() -> then.accept(checked(vote, generation, beganNanos)));
              } else {
                then.accept(vote);
              }
            });
  }

  /** A vote, judged by what the server said of itself before, over the same connection. */
  private Vote checked(Vote granted, int generation, long beganNanos) {
    Standing known = standing;
    if (known == null
        || known.generation() != generation
        || generation != member.link().generation()) { // it may have gone over the next connection
      return new Vote.Excluded("it has not said for how long it is up");
    }
    return exclusion(known, beganNanos).<Vote>map(Vote.Excluded::new).orElse(granted);
  }

  /** Has it agree to these tokens for the acquisition that has its vote. */
  void accept(LockKeys keys, String id, Tokens tokens, Consumer<Outcome<Acceptance>> then) {
    String[] args = {
      id,
      Long.toString(tokens.first()),
      Long.toString(tokens.last()),
      Long.toString(member.retention().toSeconds())
    };
    member.link().run(ACCEPT, keys.all(), args, Acceptance::of, then);
  }

  void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
    verbs().renew(renewals, then);
  }

  @Override
  public String toString() {
    return member.describe();
  }
}
