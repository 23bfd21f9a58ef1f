package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolCostContract;
import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** Pools of permits keep {@link PoolCostContract}. */
class PoolCostContractIT extends PoolCostContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
