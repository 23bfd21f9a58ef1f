package io.holdfast.spring.integration;

import io.holdfast.leader.LeaderElection;
import io.holdfast.leader.LeaderListener;
import io.holdfast.leader.Leadership;
import io.holdfast.lock.DistributedLock;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.ApplicationEventPublisherAware;
import org.springframework.context.SmartLifecycle;
import org.springframework.integration.leader.Candidate;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.DefaultLeaderEventPublisher;
import org.springframework.integration.leader.event.LeaderEventPublisher;

/**
 * Makes this application a candidate for leader, and publishes Spring Integration's {@code
 * OnGrantedEvent} and {@code OnRevokedEvent}. It takes the place of {@code
 * LockRegistryLeaderInitiator}.
 *
 * <pre>{@code
 * @Bean
 * HoldfastLeaderInitiator leader(HoldfastClient client) {
 *   return new HoldfastLeaderInitiator(client.lock("billing"));
 * }
 * }</pre>
 *
 * <p>It polls nothing: a {@link LeaderElection} runs below it, which has the contract of who leads
 * and when. The context of the events is a {@link LeadershipContext}, with the fencing token. The
 * candidate is called first, and then the events are published, in the thread of the election, one
 * after the other. If the candidate or a listener throws from {@code OnGrantedEvent}, this
 * application resigns, and is a candidate again after a pause. After {@code yield()} and {@link
 * #stop()}, the lock is released when the listeners of {@code OnRevokedEvent} have returned. Nobody
 * waits for a listener that runs in another thread ({@code @Async}, or a multicaster with an
 * executor): its exceptions do not resign, the lock may be free before it has stopped, and it may
 * hear of the next event first. {@code OnFailedToAcquireMutexEvent} is never published, as nothing
 * is tried again and again.
 *
 * <p>As a bean it starts with its context, in the phase of {@code LockRegistryLeaderInitiator}, and
 * stops before its client is closed. It may be started again. Any thread.
 */
public final class HoldfastLeaderInitiator
    implements SmartLifecycle, DisposableBean, ApplicationEventPublisherAware {

  private static final int DEFAULT_PHASE = Integer.MAX_VALUE - 1000;

  private final DistributedLock lock;
  private final Candidate candidate;
  private final Object guard = new Object(); // of election, for starting and stopping
  private final Set<Thread> callers = ConcurrentHashMap.newKeySet(); // those that call listeners
  private volatile @Nullable LeaderElection election;
  private volatile @Nullable LeaderEventPublisher publisher;
  private volatile int phase = DEFAULT_PHASE;
  private volatile boolean isAutoStartup = true;

  /** A candidate for the role that has the name of the lock. */
  public HoldfastLeaderInitiator(DistributedLock lock) {
    this(lock, new DefaultCandidate(UUID.randomUUID().toString(), lock.name()));
  }

  /**
   * This candidate, for its role. No I/O.
   *
   * @param lock the same for all candidates of the role; {@code lockOf(role)} of a {@link
   *     HoldfastLockRegistry}, say
   */
  public HoldfastLeaderInitiator(DistributedLock lock, Candidate candidate) {
    this.lock = Objects.requireNonNull(lock, "lock");
    this.candidate = Objects.requireNonNull(candidate, "candidate");
  }

  /** Publishes the events to this application; a context calls it. */
  @Override
  public void setApplicationEventPublisher(ApplicationEventPublisher applicationEventPublisher) {
    if (publisher == null) {
      publisher = new DefaultLeaderEventPublisher(applicationEventPublisher);
    }
  }

  /** Publishes the events elsewhere. */
  public void setLeaderEventPublisher(LeaderEventPublisher publisher) {
    this.publisher = Objects.requireNonNull(publisher, "publisher");
  }

  /** The phase in which it starts and stops; a thousand before the last by default. */
  public void setPhase(int phase) {
    this.phase = phase;
  }

  @Override
  public int getPhase() {
    return phase;
  }

  /** Whether it starts with its context; true by default. */
  public void setAutoStartup(boolean isAutoStartup) {
    this.isAutoStartup = isAutoStartup;
  }

  @Override
  public boolean isAutoStartup() {
    return isAutoStartup;
  }

  /** The present leadership, or a context that does not lead. No round trip. */
  public Context getContext() {
    LeaderElection present = election;
    return present == null
        ? () -> false
        : present
            .leadership()
            .<Context>map(leadership -> new LeadershipContext(candidate.getRole(), leadership))
            .orElse(() -> false);
  }

  /** Begins to be a candidate. Does not wait; does nothing if it is one. */
  @Override
  public void start() {
    synchronized (guard) {
      if (election == null) {
        election = LeaderElection.start(lock, new Events());
      }
    }
  }

  /** Is a candidate no more, and waits as {@link LeaderElection#close()} does. */
  @Override
  public void stop() {
    LeaderElection stopped = takeElection();
    if (stopped != null) {
      stopped.close();
    }
  }

  /**
   * As {@link #stop()}, without waiting; the callback is called when all is done. Called by the
   * candidate or a listener of an event, it calls the callback at once: a listener that closes the
   * application context would wait for its own return.
   */
  @Override
  public void stop(Runnable callback) {
    LeaderElection stopped = takeElection();
    if (stopped == null) {
      callback.run();
      return;
    }
    CompletableFuture<Void> closed = stopped.closeAsync();
    if (callers.contains(Thread.currentThread())) {
      callback.run();
    } else {
      var unused = closed.thenRun(callback);
    }
  }

  private @Nullable LeaderElection takeElection() {
    synchronized (guard) {
      LeaderElection taken = election;
      election = null;
      return taken;
    }
  }

  @Override
  public boolean isRunning() {
    return election != null;
  }

  @Override
  public void destroy() {
    stop();
  }

  /** Passes on what the election tells. */
  private final class Events implements LeaderListener {

    @Override
    public void granted(Leadership leadership) throws InterruptedException {
      Context context = new LeadershipContext(candidate.getRole(), leadership);
      callers.add(Thread.currentThread());
      try {
        candidate.onGranted(context);
        LeaderEventPublisher to = publisher;
        if (to != null) {
          to.publishOnGranted(HoldfastLeaderInitiator.this, context, candidate.getRole());
        }
      } finally {
        callers.remove(Thread.currentThread());
      }
    }

    @Override
    public void revoked(Leadership leadership) {
      Context context = new LeadershipContext(candidate.getRole(), leadership);
      callers.add(Thread.currentThread());
      try {
        candidate.onRevoked(context);
      } finally {
        try {
          publishOnRevoked(context);
        } finally {
          callers.remove(Thread.currentThread());
        }
      }
    }

    private void publishOnRevoked(Context context) {
      LeaderEventPublisher to = publisher;
      if (to != null) {
        to.publishOnRevoked(HoldfastLeaderInitiator.this, context, candidate.getRole());
      }
    }
  }
}
