package io.holdfast.lock.redlock;

import io.holdfast.lock.contract.LockFixture;
import io.holdfast.lock.contract.OfKind;
import io.holdfast.lock.testkit.server.TestServer;
import org.junit.jupiter.api.Nested;

/**
 * A quorum lock of one node claims a contract. A class that implements this in another one is a
 * nested suite.
 */
@Nested
interface OfOneNode extends OfKind<LockFixture> {

  @Override
  default LockFixture fixture(TestServer server) {
    return RedLockFixture.ofOne(server);
  }
}
