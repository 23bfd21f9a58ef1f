package io.holdfast.spring.integration;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.testkit.local.LocalLocks;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.AbstractLeaderEvent;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;

/** Spring Integration's events of leaders, over locks without a server. */
class HoldfastLeaderInitiatorTest {

  private final LocalLocks locks = LocalLocks.create();
  private final LocalLocks there = locks.client("another process");
  private final DistributedLock lock = locks.get("billing");
  private final DistributedLock other = there.get("billing");
  private final List<AbstractLeaderEvent> events = new CopyOnWriteArrayList<>();

  @AfterEach
  void close() {
    locks.close();
    there.close();
  }

  private AnnotationConfigApplicationContext context(HoldfastLeaderInitiator initiator) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context.registerBean(HoldfastLeaderInitiator.class, () -> initiator);
    context.addApplicationListener((ApplicationListener<AbstractLeaderEvent>) events::add);
    context.refresh();
    return context;
  }

  private AbstractLeaderEvent event(int number) {
    return eventually()
        .expect("event " + number, () -> events, all -> all.size() >= number)
        .get(number - 1);
  }

  private static LeadershipContext contextOf(AbstractLeaderEvent event) {
    return (LeadershipContext) event.getContext();
  }

  /** The token of whoever holds the lock. */
  private long holder() {
    return lock.inspect().holder().map(LockInspection.Holder::token).orElse(0L);
  }

  @Test
  void context_startsAndStops_eventsArePublishedAndTheLockIsFree() {
    HoldfastLeaderInitiator initiator = new HoldfastLeaderInitiator(lock);
    try (AnnotationConfigApplicationContext context = context(initiator)) {
      assertThat(event(1)).isInstanceOf(OnGrantedEvent.class);
      assertThat(event(1).getRole()).isEqualTo("billing");
      assertThat(event(1).getSource()).isSameAs(initiator);
      LeadershipContext leads = contextOf(event(1));
      assertThat(leads.isLeader()).isTrue();
      assertThat(leads.getRole()).isEqualTo("billing");
      assertThat(leads.leadership().token()).isPositive();
      assertThat(initiator.getContext().isLeader()).isTrue();
      assertThat(initiator.isRunning()).isTrue();
      assertThat(context.isActive()).isTrue();
    }
    assertThat(events).hasSize(2);
    assertThat(event(2)).isInstanceOf(OnRevokedEvent.class);
    assertThat(contextOf(event(2)).leadership()).isSameAs(contextOf(event(1)).leadership());
    assertThat(contextOf(event(2)).isLeader()).isFalse();
    assertThat(initiator.isRunning()).isFalse();
    assertThat(initiator.getContext().isLeader()).isFalse();
    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void leader_losesItsLock_isRevokedAndGrantedAgainWithAGreaterToken() {
    try (AnnotationConfigApplicationContext context = context(new HoldfastLeaderInitiator(lock))) {
      event(1);

      assertThat(other.forceUnlock()).isTrue();

      assertThat(event(2)).isInstanceOf(OnRevokedEvent.class);
      assertThat(event(3)).isInstanceOf(OnGrantedEvent.class);
      assertThat(contextOf(event(3)).leadership().token())
          .isGreaterThan(contextOf(event(1)).leadership().token());
      assertThat(context.isActive()).isTrue();
    }
  }

  @Test
  void candidate_yields_anotherLeadsWhenItsListenersHaveReturned() throws Exception {
    List<String> calls = new CopyOnWriteArrayList<>();
    DefaultCandidate candidate =
        new DefaultCandidate("me", "the role") {
          @Override
          public void onRevoked(Context context) {
            calls.add("revoked, token " + holder());
            super.onRevoked(context);
          }
        };
    try (AnnotationConfigApplicationContext context =
        context(new HoldfastLeaderInitiator(lock, candidate))) {
      assertThat(event(1).getRole()).isEqualTo("the role");
      CompletableFuture<Hold> next = other.acquireAsync();

      candidate.yieldLeadership();

      try (Hold hold = next.get(60, TimeUnit.SECONDS)) {
        assertThat(hold.token()).isGreaterThan(contextOf(event(1)).leadership().token());
        assertThat(calls)
            .containsExactly("revoked, token " + contextOf(event(1)).leadership().token());
        assertThat(event(2)).isInstanceOf(OnRevokedEvent.class);
      }
      assertThat(event(3)).isInstanceOf(OnGrantedEvent.class);
      assertThat(context.isActive()).isTrue();
    }
  }

  @Test
  void candidate_throws_resignsAndTheEventsGoOn() {
    AtomicInteger grants = new AtomicInteger();
    DefaultCandidate candidate =
        new DefaultCandidate("me", "the role") {
          @Override
          public void onGranted(Context context) {
            if (grants.incrementAndGet() == 1) {
              throw new IllegalStateException("the work could not begin");
            }
          }

          @Override
          public void onRevoked(Context context) {
            throw new IllegalStateException("the work could not be stopped");
          }
        };
    try (AnnotationConfigApplicationContext context =
        context(new HoldfastLeaderInitiator(lock, candidate))) {
      assertThat(event(1)).isInstanceOf(OnRevokedEvent.class);
      assertThat(event(2)).isInstanceOf(OnGrantedEvent.class);
      assertThat(contextOf(event(2)).isLeader()).isTrue();
      assertThat(context.isActive()).isTrue();
    }
    assertThat(event(3)).isInstanceOf(OnRevokedEvent.class);
  }

  @Test
  void initiator_stoppedAndStartedByHand_isACandidateAgain() {
    HoldfastLeaderInitiator initiator = new HoldfastLeaderInitiator(lock);
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    initiator.stop();
    initiator.start();
    initiator.start();
    eventually().isTrue("it leads without a publisher", () -> initiator.getContext().isLeader());

    initiator.stop(() -> stopped.complete(null));
    assertThat(stopped).succeedsWithin(60, TimeUnit.SECONDS);
    assertThat(lock.isLocked()).isFalse();
    initiator.start();
    eventually().isTrue("it leads again", () -> initiator.getContext().isLeader());
    initiator.destroy();

    assertThat(lock.isLocked()).isFalse();
  }

  @Test
  void stop_withACallbackByAListener_callsItWithoutWaitingForThatListener() {
    HoldfastLeaderInitiator initiator = new HoldfastLeaderInitiator(lock);
    CompletableFuture<Boolean> isCalledInTime = new CompletableFuture<>();
    try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
      context.registerBean(HoldfastLeaderInitiator.class, () -> initiator);
      context.addApplicationListener(
          (ApplicationListener<OnGrantedEvent>)
              granted -> {
                CompletableFuture<Void> stopped = new CompletableFuture<>();
                initiator.stop(() -> stopped.complete(null));
                isCalledInTime.complete(stopped.isDone());
              });
      context.refresh();

      assertThat(isCalledInTime).succeedsWithin(60, TimeUnit.SECONDS).isEqualTo(true);
      eventually().isTrue("it has stopped", () -> !lock.isLocked());
      assertThat(initiator.isRunning()).isFalse();
    }
  }

  @Test
  void phase_isThatOfSpringIntegration() {
    HoldfastLeaderInitiator initiator = new HoldfastLeaderInitiator(lock);
    LockRegistryLeaderInitiator theirs =
        new LockRegistryLeaderInitiator(new HoldfastLockRegistry(locks, "leaders"));

    assertThat(initiator.getPhase()).isEqualTo(theirs.getPhase());
    assertThat(initiator.isAutoStartup()).isTrue();
    initiator.setPhase(7);
    initiator.setAutoStartup(false);
    assertThat(initiator.getPhase()).isEqualTo(7);
    assertThat(initiator.isAutoStartup()).isFalse();
  }
}
