package io.holdfast.leader;

import org.jspecify.annotations.Nullable;

/** One call of {@link LeaderListener#granted}, which may be interrupted while it lasts. */
final class GrantedCall {

  private final LeaderListener listener;
  private @Nullable Thread caller; // while it calls; guarded by this
  private boolean isInterrupted; // guarded by this

  GrantedCall(LeaderListener listener) {
    this.listener = listener;
  }

  void run(Leadership leadership) throws Exception {
    enter();
    try {
      listener.granted(leadership);
    } finally {
      leave();
    }
  }

  private synchronized void enter() {
    caller = Thread.currentThread();
    if (isInterrupted) {
      caller.interrupt();
    }
  }

  /** From now on no interrupt comes; the executor clears one that nobody has seen. */
  private synchronized void leave() {
    caller = null;
  }

  /** Interrupts the call if it lasts or is to come. A call that does this itself knows already. */
  synchronized void interrupt() {
    isInterrupted = true;
    if (caller != null && caller != Thread.currentThread()) {
      caller.interrupt();
    }
  }
}
