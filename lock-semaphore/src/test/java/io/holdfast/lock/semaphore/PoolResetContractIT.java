package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.contract.PoolResetContract;
import io.holdfast.lock.testkit.server.TestServer;

/** Pools of permits keep {@link PoolResetContract}. */
class PoolResetContractIT extends PoolResetContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
