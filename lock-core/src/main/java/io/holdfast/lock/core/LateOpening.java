package io.holdfast.lock.core;

import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.lease.Watched;
import io.holdfast.lock.core.node.Node;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.ReasonsTold;
import io.holdfast.lock.core.time.Backoff;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Connects to a server that may be away, again and again until it is there. */
final class LateOpening implements Watched {

  private static final Logger LOG = LoggerFactory.getLogger(LateOpening.class);

  private final Node node;
  private final Engine engine;
  private final BooleanSupplier isClosing;
  private final ReasonsTold reasons;
  private final Backoff backoff = new Backoff(); // of one attempt at a time
  private volatile long dueNanos;

  LateOpening(Node node, Engine engine, BooleanSupplier isClosing) {
    this.node = node;
    this.engine = engine;
    this.reasons = new ReasonsTold(engine.clock());
    this.isClosing = isClosing;
  }

  void begin() {
    node.open().whenComplete((opened, thrown) -> ended(thrown));
  }

  private void ended(@Nullable Throwable thrown) {
    if (thrown == null || isClosing.getAsBoolean()) {
      return;
    }
    String reason = FailureReason.of(thrown);
    if (reasons.isNews(reason)) {
      LOG.warn("{} cannot be reached yet: {}", node.describe(), reason);
    } else {
      LOG.debug("{} cannot be reached yet: {}", node.describe(), reason);
    }
    dueNanos = engine.clock().nanoTime() + backoff.nextNanos();
    engine.watchdog().watch(this);
  }

  @Override
  public long dueNanos() {
    return dueNanos;
  }

  @Override
  public void onDue(long now) {
    engine.watchdog().forget(this);
    if (!isClosing.getAsBoolean()) {
      begin();
    }
  }
}
