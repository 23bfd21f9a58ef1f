package io.holdfast.lock.testkit.local;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Nested;

/**
 * A local lock claims a contract. A class that implements this in another one is a nested suite.
 */
@Nested
interface OfLocalLock extends OfKind<LockFixture> {

  @Override
  default LockFixture fixture(TestServer server) {
    return new LocalLockFixture();
  }
}
