package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.*;

/** A pool of permits keeps these contracts. */
@SuppressWarnings("ClassCanBeStatic") // they are nested suites
class PoolContractIT {

  class Permit extends PermitContract implements OfPool {}

  class PoolAsync extends PoolAsyncContract implements OfPool {}

  class PoolClosing extends PoolClosingContract implements OfPool {}

  class Pool extends PoolContract implements OfPool {}

  class PoolCost extends PoolCostContract implements OfPool {}

  class PoolOrder extends PoolOrderContract implements OfPool {}

  class PoolReset extends PoolResetContract implements OfPool {}

  class PoolSize extends PoolSizeContract implements OfPool {}

  class ShardMessage extends ShardMessageContract.OfPools implements OfPool {}
}
