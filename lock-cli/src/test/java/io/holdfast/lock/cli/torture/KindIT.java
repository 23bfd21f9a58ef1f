package io.holdfast.lock.cli.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.torture.check.ResidueProbe;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a torture takes for left behind. */
@ExtendWith(RedisServerExtension.class)
class KindIT {

  @ParameterizedTest
  @EnumSource(names = {"LOCK", "FAIR", "RW"})
  void keysThatStay_ofOneThatEndedWell_areAllThatIsLeft(
      Kind kind, @FreshServer RedisServer server) {
    String ours = HoldfastWorkload.PREFIX + ":*";
    ResidueProbe probe = ResidueProbe.of(server).keys(ours).exceptKeys(kind.keysThatStay());
    WorkloadFixture fixture = WorkloadFixture.named(kind.fixture());
    try (LockClient client = fixture.open(List.of(server.uri()), ClientSpec.defaults())) {
      DistributedLock lock = client.lock("a");
      lock.lock();
      assertThat(probe.look().left()).as("the hold").anyMatch(one -> one.contains("{a}"));
      lock.unlock();
    }
    assertThat(server.keys(ours)).isNotEmpty();
    assertThat(probe.look().left()).noneMatch(one -> one.startsWith("key "));
  }
}
