package io.holdfast.lock.core.engine;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.engine.Verbs.Debt;
import io.holdfast.lock.core.engine.Verbs.ReleaseRequest;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Watchdog;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.server.ServerFailure;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.RedisCommandTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The requests of a client whose signals and end of a hold went to different servers. */
@DisplayName("failure 94: a signal is lost in a failover")
class DoubtsTest {

  private static final LockKeys KEYS = new LockKeys("a", "lock:a", "lockq:a");
  private static final ReleaseRequest PLAIN = new ReleaseRequest("client:1:5000", false, Debt.NONE);
  private static final ReleaseRequest PAYS = new ReleaseRequest("client:1:5000", true, Debt.OWED);
  private static final AskRequest NEXT =
      new AskRequest(KEYS, "next", 30_000, true, false, OptionalLong.empty(), Optional.empty());

  private final Watchdog watchdog =
      new Watchdog("not started", MonotonicClock.SYSTEM, List.of(), () -> {});
  private final Releases releases = new Releases(MonotonicClock.SYSTEM, watchdog);
  private final Told told = new Told();
  private final Held verbs = new Held();

  /** Doubts that arise when the test says so. */
  private static final class Told implements Doubts {

    private volatile boolean isOtherServer;

    @Override
    public boolean mayArriveLate() {
      return isOtherServer;
    }

    @Override
    public boolean mayOweSignal() {
      return isOtherServer;
    }
  }

  /** Keeps the answers to requests until the test gives them. */
  private static final class Held implements Verbs {

    private final List<ReleaseRequest> releases = new CopyOnWriteArrayList<>();
    private final List<Consumer<Outcome<Released>>> answers = new CopyOnWriteArrayList<>();

    @Override
    public void release(
        LockKeys keys, ReleaseRequest releaseRequest, Consumer<Outcome<Released>> then) {
      releases.add(releaseRequest);
      answers.add(then);
    }

    @Override
    public void releaseAndAsk(
        ReleaseRequest old, AskRequest next, Consumer<Outcome<Released>> then) {
      releases.add(old);
      answers.add(then);
    }

    @Override
    public void ask(AskRequest request, Consumer<Outcome<AskReply>> then) {
      throw new UnsupportedOperationException("ask");
    }

    @Override
    public void renew(List<Renewal> renewals, Consumer<Outcome<List<Renewal.Answer>>> then) {
      throw new UnsupportedOperationException("renew");
    }
  }

  private static final Outcome<Verbs.Released> RELEASED =
      new Outcome.Answered<>(new Verbs.Released(true, Optional.of(new AskReply.Dead())));

  private CompletableFuture<Boolean> release() {
    return releases.release(
        new Releases.End(verbs, KEYS, PLAIN, Long.MAX_VALUE / 4, new Monitor()), told);
  }

  @Test
  void release_ofOneThatOwesNothing_isSentOnce() {
    CompletableFuture<Boolean> released = release();
    verbs.answers.get(0).accept(RELEASED);
    assertThat(released).isCompletedWithValue(true);
    assertThat(verbs.releases).containsExactly(PLAIN);
  }

  @Test
  void release_redirectedOnItsWay_isFollowedByOneThatPays() {
    CompletableFuture<Boolean> released = release();
    told.isOtherServer = true;
    verbs.answers.get(0).accept(RELEASED);
    assertThat(released).isCompletedWithValue(true);
    assertThat(verbs.releases).containsExactly(PLAIN, PAYS);
  }

  @Test
  void release_redirectedAndItsAnswerLost_paysWhenItIsSentAgain() {
    var unused = release();
    told.isOtherServer = true;
    verbs
        .answers
        .get(0)
        .accept(
            new Outcome.Failed<>(
                new ServerFailure(
                    ServerFailure.Kind.UNKNOWN, new RedisCommandTimeoutException("no answer"))));
    watchdog.start();
    try {
      eventually().isTrue("it is sent again", () -> verbs.releases.size() == 2);
    } finally {
      watchdog.close();
    }
    assertThat(verbs.releases).containsExactly(PLAIN, PAYS);
  }

  @Test
  void releaseWithTheNextQuestion_redirectedOnItsWay_isFollowedByOneThatPays() {
    List<ReleaseRequest> behind = new ArrayList<>();
    PendingRelease before =
        new PendingRelease(PLAIN, Long.MAX_VALUE / 4, told, new CompletableFuture<>(), null);
    before.send(verbs, NEXT, behind::add, outcome -> {});
    told.isOtherServer = true;
    verbs.answers.get(0).accept(RELEASED);
    assertThat(behind).containsExactly(PAYS);
  }
}
