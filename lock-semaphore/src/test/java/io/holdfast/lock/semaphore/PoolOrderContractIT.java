package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.contract.PoolOrderContract;
import io.holdfast.lock.testkit.server.TestServer;

/** Pools of permits keep {@link PoolOrderContract}. */
class PoolOrderContractIT extends PoolOrderContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
