package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.contract.PoolServerErrorContract;
import io.holdfast.lock.testkit.server.TestServer;

/** Pools of permits keep {@link PoolServerErrorContract}. */
class PoolServerErrorContractIT extends PoolServerErrorContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
