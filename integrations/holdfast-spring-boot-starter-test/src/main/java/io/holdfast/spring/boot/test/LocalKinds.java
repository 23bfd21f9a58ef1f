package io.holdfast.spring.boot.test;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;
import io.holdfast.lock.testkit.local.LocalLocks;
import io.holdfast.spring.LocksOfKinds;
import java.util.Optional;

/** Local locks for {@code @Locked}. Locks of one name and two kinds are two locks. Any thread. */
final class LocalKinds implements LocksOfKinds, AutoCloseable {

  private final LocalLocks plain;
  private final LocalLocks fair = LocalLocks.create();

  LocalKinds(LocalLocks plain) {
    this.plain = plain;
  }

  /** The fair locks; the plain ones are a bean of their own. */
  @Override
  public void close() {
    fair.close();
  }

  @Override
  public Locks of(LockKind kind, Optional<String> client) {
    return switch (kind) {
      case PLAIN -> plain;
      case FAIR -> fair;
      case READ, WRITE, QUORUM, POOL, SEMAPHORE, LATCH ->
          throw new IllegalStateException(
              "kind %s: @AutoConfigureHoldfast(server = LOCAL) has PLAIN and FAIR; use EMBEDDED"
                  .formatted(kind));
    };
  }

  @Override
  public void require(LockKind kind, Optional<String> client) {
    Locks unused = of(kind, client);
  }

  @Override
  public String client(LockKind kind, Optional<String> client) {
    return LocalBeans.LOCKS;
  }
}
