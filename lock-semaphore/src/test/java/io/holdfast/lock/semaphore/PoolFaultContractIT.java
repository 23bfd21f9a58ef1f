package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Tag;

/** A pool of permits keeps the contracts of faults. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class PoolFaultContractIT {

  @Tag("long")
  class PoolConnectionFault extends PoolConnectionFaultContract implements OfPool {}

  class PoolCrash extends PoolCrashContract implements OfPool {}

  @Tag("long")
  class PoolHistory extends PoolHistoryContract implements OfPool {}

  class PoolServerFault extends PoolServerFaultContract implements OfPool {}
}
