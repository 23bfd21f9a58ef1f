package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import org.junit.jupiter.api.BeforeEach;

/** What the suites that let time pass share: a server of the test's own, with a clock to shift. */
public abstract class TimeSuite extends ContractSuite {

  @BeforeEach
  @Override
  void openWorld(@FreshServer(clock = true, clockIsOptional = true) TestServer fresh) {
    super.openWorld(fresh);
  }

  @Override
  ClientSpec spec() {
    return super.spec().lease(time.lease()).pace(ClientSpec.Pace.PATIENT);
  }

  @Override
  ClientSpec othersSpec() {
    return super.othersSpec().pace(ClientSpec.Pace.PATIENT);
  }
}
