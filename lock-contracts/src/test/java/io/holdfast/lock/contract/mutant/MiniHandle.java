package io.holdfast.lock.contract.mutant;

import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LossCause;
import java.util.concurrent.atomic.AtomicBoolean;

/** A turn that belongs to no thread. */
final class MiniHandle extends MiniHold {

  private final MiniClient client;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  MiniHandle(MiniClient client, String lockName, MiniClient.Granted granted) {
    super(lockName, granted);
    this.client = client;
  }

  @Override
  public void close() {
    if (!isClosed.compareAndSet(false, true)) {
      return;
    }
    boolean wasValid = isValid();
    boolean wasHeld = client.release(lockName(), id());
    if (!wasValid || !wasHeld) {
      throw new LeaseLostException(
          lockName(), token(), wasValid ? LossCause.GONE : LossCause.EXPIRED);
    }
  }
}
