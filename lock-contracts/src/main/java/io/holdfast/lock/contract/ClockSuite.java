package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;

/** What the suites of jumping clocks share: a server of the test's own, whose clock it can set. */
public abstract class ClockSuite extends ContractSuite {

  static final Duration LEASE = Duration.ofSeconds(5);
  static final Duration MINUTE = Duration.ofMinutes(1);

  RedisServer server;

  @BeforeEach
  @Override
  void openWorld(@FreshServer(clock = true) TestServer fresh) {
    server = (RedisServer) fresh;
    super.openWorld(fresh);
  }

  @Override
  ClientSpec spec() {
    return ClientSpec.defaults().label("first").lease(LEASE).pace(ClientSpec.Pace.QUICK);
  }

  /** The settings as given: in this suite much is found out by asking again. */
  @Override
  ClientSpec refined(ClientSpec spec) {
    return spec;
  }
}
