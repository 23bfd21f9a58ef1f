package io.holdfast.lock.core.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.lease.LeaseTerms;
import io.holdfast.lock.core.lock.CohortGate;
import io.holdfast.lock.core.race.ModelClient;
import org.junit.jupiter.api.Test;

class CohortGateTest {

  private static final LeaseTerms OTHER_TERM = new LeaseTerms(20_000, true, LeaseTerms.UNCAPPED);

  /** The lock is this client's and free, but under the lease of a caller that has gone. */
  @Test
  void acquired_onlyACallerWithAnotherLeaseIsHere_isAskedForAnewAndNotRefused() {
    ModelClient client = new ModelClient();
    Gates gates = new Gates(client, client.server(), LockKind.PLAIN, CohortGate::new);
    PermitWaiter first = new PermitWaiter(client.clock().nanoTime(), false, ModelClient.TERM);
    PermitWaiter impatient = new PermitWaiter(client.clock().nanoTime(), true, OTHER_TERM);
    Gate gate = gates.enter(ModelClient.KEYS, first);
    gates.enter(ModelClient.KEYS, impatient);

    assertThat(gate.leave(first)).isTrue();
    client.server().pump();

    assertThat(impatient.result()).isInstanceOf(OwnedHold.class);
  }
}
