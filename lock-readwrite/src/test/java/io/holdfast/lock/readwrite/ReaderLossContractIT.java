package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** What readers lose: their leases, their processes, their server. */
class ReaderLossContractIT {

  @Nested
  class ReaderClock extends ReaderClockContract implements OfReadWriteLock {}

  @Nested
  class ReaderCrash extends ReaderCrashContract implements OfReadWriteLock {}

  @Nested
  @Tag("long")
  class ReaderFailover extends ReaderFailoverContract implements OfReadWriteLock {}

  @Nested
  class ReaderLoss extends ReaderLossContract implements OfReadWriteLock {}
}
