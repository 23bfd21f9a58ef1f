package io.holdfast.lock.cli.torture;

import io.holdfast.lock.torture.nemesis.Fault;
import io.holdfast.lock.torture.workload.ForgetBeneathAHold;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Clients of the nemesis itself, for a fault that needs a hold at the right moment: of the quorum
 * lock only.
 */
record OwnClients(Optional<ForgetBeneathAHold> forgetting) implements AutoCloseable {

  /** Opened when the workers are ready. */
  static OwnClients of(Plan plan, Ground ground, Path directory) {
    return plan.kind() == Kind.RED
        ? new OwnClients(
            Optional.of(
                ForgetBeneathAHold.open(
                    WorkloadFixture.named(plan.kind().fixture()),
                    ground.uris(),
                    directory,
                    plan.lease())))
        : new OwnClients(Optional.empty());
  }

  /** Those, and what these clients are for. */
  List<Fault> with(List<Fault> faults) {
    return Stream.concat(faults.stream(), forgetting.stream()).toList();
  }

  @Override
  public void close() {
    forgetting.ifPresent(ForgetBeneathAHold::close);
  }
}
