package io.holdfast.leader;

import io.holdfast.lock.DistributedLock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * This process as a candidate for the leader of something: the process that holds a lock leads. All
 * candidates name the same lock.
 *
 * <pre>{@code
 * LeaderElection election =
 *     LeaderElection.lead(
 *         client.lock("billing"),
 *         leadership -> {
 *           while (leadership.isValid()) {
 *             sendNextInvoice(leadership.token());
 *           }
 *         });
 * }</pre>
 *
 * <p>Any {@link DistributedLock} will do: plain, fair or quorum, and one with options ({@code
 * locks.get(name, options)}), which say how long the lease is, and whether replicas must have it.
 * Exception: a read lock, which many hold at once, so it makes many leaders. A limit of the wait in
 * these options only makes the election ask again. Two elections in one process are two candidates.
 *
 * <p><strong>Who leads.</strong> At most one leadership of a lock is valid at a time, as {@link
 * DistributedLock} promises for holds, and each has a greater token than those before. After a
 * resignation or a close, the next in the queue leads as soon as the lock is released; after the
 * death of a process, when its lease ends. A leader whose lease cannot be renewed is no longer
 * valid before the server gives the lock to another. If the server loses its data, or the lock is
 * taken by force, another may lead before the old leader hears of it; tokens decide.
 *
 * <p><strong>If the server cannot be asked</strong>, or refuses, the election asks again after a
 * pause of 100 ms, which grows to 10 s. The log has one warning, and one line when the server
 * answers again. If the client is closed, the election ends.
 *
 * <p><strong>Threads.</strong> A candidate that waits needs none, nor does a leader whose listener
 * has returned. A daemon thread {@code holdfast-leader-}<i>name</i> calls the listener or does the
 * work, and releases the lock. It ends when there has been nothing to do for a second.
 *
 * <p><strong>Cost:</strong> that of one hold: a waiting candidate is a waiter of the lock, and a
 * leader's lease is renewed by the client. The server is not polled. A candidate asks for the lock
 * at most every 100 ms, even if its leaderships are shorter.
 *
 * <p><strong>Not guaranteed:</strong> that a process which was paused stops at once; see {@link
 * Leadership}. Any thread.
 */
public final class LeaderElection implements AutoCloseable {

  private final Candidate candidate;

  private LeaderElection(Candidate candidate) {
    this.candidate = candidate;
  }

  /**
   * Begins to be a candidate, and leads until the leadership is lost, resigned or closed. The
   * listener hears of both. Does not wait.
   */
  public static LeaderElection start(DistributedLock lock, LeaderListener listener) {
    return begin(lock, Objects.requireNonNull(listener, "listener"), false);
  }

  /**
   * Begins to be a candidate, and does the work while this process leads. It leads until the work
   * returns or throws; then it resigns. If the leadership ends before, the thread that works is
   * interrupted, unless the work itself ended it. Close the election, in the work if need be, to do
   * the work no more. Does not wait.
   */
  public static LeaderElection lead(DistributedLock lock, LeaderWork work) {
    return begin(lock, new WorkListener(Objects.requireNonNull(work, "work")), true);
  }

  private static LeaderElection begin(
      DistributedLock lock, LeaderListener listener, boolean interrupts) {
    ElectionThread thread = new ElectionThread("holdfast-leader-" + lock.name());
    Candidate candidate = new Candidate(lock, listener, interrupts, thread, Pauses.FIRST);
    candidate.begin();
    return new LeaderElection(candidate);
  }

  /** The leadership of this process, if it leads at present. No round trip. */
  public Optional<Leadership> leadership() {
    return candidate.leadership();
  }

  /**
   * Ends the election. If this process leads, it resigns, and this call waits until the listener's
   * {@code revoked}, or the work, has returned and the lock is released; the release waits up to
   * one command time-out for the server's answer. If it waits for the lock, its request is
   * withdrawn in the background. An interrupt ends the wait and not the closing; the flag is kept.
   * A second call waits likewise.
   *
   * <p>Called by the listener, the work, or a callback of {@link Leadership#onRevoked}, it does not
   * wait. Close the election before its client.
   *
   * <p>A listener or work must not call {@link System#exit} if a shutdown hook, or a container's,
   * closes the election: the hook waits for the listener, which waits for the hook. Close there by
   * {@link #closeAsync()}, or exit in another thread.
   */
  @Override
  public void close() {
    CompletableFuture<Void> closed = closeAsync();
    if (candidate.isCalling()) {
      return; // it would wait for its own return
    }
    try {
      var unused = closed.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e); // it never fails
    }
  }

  /**
   * As {@link #close()}, without waiting. When this returns, {@link #leadership()} is empty. The
   * future completes when all is done, on the thread of the election.
   */
  public CompletableFuture<Void> closeAsync() {
    return candidate.close();
  }

  @Override
  public String toString() {
    return "LeaderElection[%s]".formatted(candidate);
  }
}
