package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolContract;
import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** Pools of permits keep {@link PoolContract}. */
class PoolContractIT extends PoolContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
