package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.contract.PoolLostAnswerContract;
import io.holdfast.lock.testkit.server.TestServer;

/** Pools of permits keep {@link PoolLostAnswerContract}. */
class PoolLostAnswerContractIT extends PoolLostAnswerContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
