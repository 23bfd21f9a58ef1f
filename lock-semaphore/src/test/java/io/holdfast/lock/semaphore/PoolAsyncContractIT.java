package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolAsyncContract;
import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** Pools of permits keep {@link PoolAsyncContract}. */
class PoolAsyncContractIT extends PoolAsyncContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
