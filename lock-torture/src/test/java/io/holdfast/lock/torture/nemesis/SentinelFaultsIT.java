package io.holdfast.lock.torture.nemesis;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.server.TestServers;
import io.holdfast.lock.testkit.topology.SentinelGroup;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An old master has some ten seconds until a Sentinel makes it a replica. */
@Tag("long")
class SentinelFaultsIT {

  @Test
  void faults_ofSentinels_replaceTheMaster() throws Exception {
    TestServers.whyNotControllable().ifPresent(why -> Assumptions.assumeTrue(false, why));
    try (SentinelGroup group = SentinelGroup.start()) {
      Battlefield field = Battlefield.of(group);
      assertThat(field.offers()).containsExactlyInAnyOrder(Need.SERVER, Need.VOTE, Need.SENTINELS);
      for (String fault : List.of("sentinel-failover", "kill-master", "freeze-master")) {
        FailoverFaultsIT.assertReplacesAMaster(fault, field);
      }
    }
  }
}
