package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** A pool of permits keeps the contracts of faults. */
class PoolFaultContractIT {

  @Nested
  @Tag("long")
  class PoolConnectionFault extends PoolConnectionFaultContract implements OfPool {}

  @Nested
  class PoolCrash extends PoolCrashContract implements OfPool {}

  @Nested
  @Tag("long")
  class PoolHistory extends PoolHistoryContract implements OfPool {}

  @Nested
  class PoolLostAnswer extends PoolLostAnswerContract implements OfPool {}

  @Nested
  class PoolServerError extends PoolServerErrorContract implements OfPool {}
}
