package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.contract.PoolSizeContract;
import io.holdfast.lock.testkit.server.TestServer;

/** Pools of permits keep {@link PoolSizeContract}. */
class PoolSizeContractIT extends PoolSizeContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
