package io.holdfast.lock.cli.run;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.cli.ExitStatus;
import io.holdfast.lock.cli.Terminal;
import io.holdfast.lock.cli.UsageException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One command under one lock, or permits: waits for the lock, starts the command, waits for its
 * end, releases. If the command was told to end, so was what it had started, and that is waited
 * for, too. If we end before it, in whatever way, a {@link Watcher} ends it.
 *
 * <p>Signals and losses come from other threads and may come at any moment, also before the command
 * is there: both are kept, and acted upon when it starts.
 */
final class GuardedRun {

  private final Guard guard;
  private final OnLoss reaction;
  private final Terminal terminal;
  private final Thread waiter = Thread.currentThread();

  // All guarded by this.
  private @Nullable Child child;
  private @Nullable TerminationSignal signal;
  private @Nullable LossCause loss;
  private boolean waits = true;

  GuardedRun(Guard guard, OnLoss reaction, Terminal terminal) {
    this.guard = guard;
    this.reaction = reaction;
    this.terminal = terminal;
  }

  /** The exit status; empty if the lock was not obtained. */
  OptionalInt run(AcquireOptions options, List<String> command) {
    Optional<? extends Hold> hold;
    try {
      hold = guard.tryAcquire(options);
    } catch (InterruptedException e) {
      return OptionalInt.of(endedBySignal());
    } catch (IllegalArgumentException e) { // a lease above that of the quorum, for example
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    if (hold.isEmpty()) {
      return OptionalInt.empty();
    }
    int status = runUnder(hold.get(), command);
    return OptionalInt.of(release(hold.get()) ? status : ExitStatus.LOST);
  }

  private int runUnder(Hold hold, List<String> command) {
    if (!stopWaiting()) {
      return endedBySignal();
    }
    hold.onLost(this::lost);
    try (Watcher watcher = Watcher.start(reaction, guard.title(), terminal)) {
      return runWatched(hold, command, watcher);
    }
  }

  private int runWatched(Hold hold, List<String> command, Watcher watcher) {
    if (!hold.isValid()) { // we were stopped, or it was taken away
      terminal.say(guard.title() + " was lost before the command could be started");
      watcher.watch(List.of());
      return ExitStatus.LOST;
    }
    OptionalLong token = guard.hasToken() ? OptionalLong.of(hold.token()) : OptionalLong.empty();
    Child.Start start = Child.start(command, token, watcher);
    if (start instanceof Child.Refused refused) {
      terminal.say(refused.why());
      return refused.status();
    }
    Child started = ((Child.Started) start).child();
    watch(started);
    int status = started.await();
    started.awaitDescendants(terminal);
    return status;
  }

  /** Whether it was held to the end. */
  private boolean release(Hold hold) {
    try {
      hold.close();
      return true;
    } catch (LeaseLostException e) {
      terminal.say(String.valueOf(e.getMessage()));
      return false;
    }
  }

  /** From here on a signal is for the command. False if one came before. */
  private synchronized boolean stopWaiting() {
    waits = false;
    return signal == null;
  }

  private synchronized int endedBySignal() {
    return signal == null ? TerminationSignal.INT.status() : signal.status();
  }

  private synchronized void watch(Child started) {
    child = started;
    if (signal != null) {
      started.signal(signal);
    }
    if (loss != null) {
      started.lost(guard.title(), loss, reaction, terminal);
    }
  }

  /** From a signal's thread. */
  synchronized void signalled(TerminationSignal received) {
    signal = received;
    if (child != null) {
      child.signal(received);
    } else if (waits) {
      waiter.interrupt();
    }
  }

  /** From the client's callback thread. */
  private synchronized void lost(LossCause cause) {
    loss = cause;
    if (child != null) {
      child.lost(guard.title(), cause, reaction, terminal);
    }
  }
}
