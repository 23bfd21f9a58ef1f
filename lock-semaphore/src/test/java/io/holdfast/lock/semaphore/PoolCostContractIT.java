package io.holdfast.lock.semaphore;

import io.holdfast.lock.testkit.contract.PoolCostContract;
import io.holdfast.lock.testkit.contract.PoolFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** Pools of permits keep {@link PoolCostContract}. */
class PoolCostContractIT extends PoolCostContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
