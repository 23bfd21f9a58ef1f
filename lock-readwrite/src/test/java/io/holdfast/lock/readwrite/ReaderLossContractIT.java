package io.holdfast.lock.readwrite;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** What readers lose: their leases, their processes, their server. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class ReaderLossContractIT {

  class ReaderClock extends ReaderClockContract implements OfReadWriteLock {}

  class ReaderCrash extends ReaderCrashContract implements OfReadWriteLock {}

  @Tag("long")
  class ReaderFailover extends ReaderFailoverContract implements OfReadWriteLock {}

  class ReaderLoss extends ReaderLossContract implements OfReadWriteLock {}
}
