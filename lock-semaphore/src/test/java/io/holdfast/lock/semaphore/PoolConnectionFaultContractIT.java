package io.holdfast.lock.semaphore;

import io.holdfast.lock.contract.PoolConnectionFaultContract;
import io.holdfast.lock.contract.PoolFixture;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Tag;

/** Pools of permits keep {@link PoolConnectionFaultContract}. */
@Tag("long")
class PoolConnectionFaultContractIT extends PoolConnectionFaultContract {

  @Override
  protected PoolFixture fixture(TestServer server) {
    return new PoolsFixture(server);
  }
}
