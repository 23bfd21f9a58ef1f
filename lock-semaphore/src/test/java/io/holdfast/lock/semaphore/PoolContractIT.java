package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;
import org.junit.jupiter.api.Nested;

/** A pool of permits keeps these contracts. */
class PoolContractIT {

  @Nested
  class Permit extends PermitContract implements OfPool {}

  @Nested
  class PoolAsync extends PoolAsyncContract implements OfPool {}

  @Nested
  class PoolClosing extends PoolClosingContract implements OfPool {}

  @Nested
  class Pool extends PoolContract implements OfPool {}

  @Nested
  class PoolCost extends PoolCostContract implements OfPool {}

  @Nested
  class PoolOrder extends PoolOrderContract implements OfPool {}

  @Nested
  class PoolReset extends PoolResetContract implements OfPool {}

  @Nested
  class PoolSize extends PoolSizeContract implements OfPool {}

  @Nested
  class ShardMessage extends ShardMessageContract.OfPools implements OfPool {}
}
