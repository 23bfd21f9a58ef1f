package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolClosingContract;
import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** Pools of permits keep {@link PoolClosingContract}. */
class PoolClosingContractIT extends PoolClosingContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
