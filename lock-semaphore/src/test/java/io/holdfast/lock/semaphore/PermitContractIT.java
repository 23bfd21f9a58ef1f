package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PermitContract;
import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.testkit.server.TestServer;

/** Pools of permits keep {@link PermitContract}. */
class PermitContractIT extends PermitContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
