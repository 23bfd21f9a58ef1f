package io.holdfast.lock.cli.torture;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.torture.history.HistoryReader;
import io.holdfast.lock.torture.history.HistoryWriter;
import io.holdfast.lock.torture.history.Operation;
import io.holdfast.lock.torture.nemesis.NemesisEvent;
import io.holdfast.lock.torture.nemesis.NemesisEvent.Kind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultRecordsTest {

  @TempDir Path directory;
  private FaultRecords records;

  @BeforeEach
  void open() {
    records = new FaultRecords(HistoryWriter.open(directory));
  }

  private void happens(String fault, Kind... kinds) {
    for (Kind kind : kinds) {
      records.happened(new NemesisEvent(System.nanoTime(), kind, 1, fault, ""));
    }
  }

  /** Their names, in the order of their beginning; with a mark if they go on. */
  private List<String> faults() {
    return HistoryReader.readAll(directory).faults().stream()
        .map(fault -> fault.lock() + (fault.completion().isPresent() ? "" : "..."))
        .toList();
  }

  private Operation fault(String name) {
    return HistoryReader.readAll(directory).faults().stream()
        .filter(fault -> fault.lock().equals(name))
        .findAny()
        .orElseThrow();
  }

  @Test
  void usualFault_lastsUntilItIsHealed() {
    happens("blackhole", Kind.INJECTING, Kind.INJECTED, Kind.HEALING);
    assertThat(faults()).containsExactly("blackhole...");
    happens("blackhole", Kind.HEALED);
    assertThat(faults()).containsExactly("blackhole");
  }

  @Test
  void moveOfASlot_isOverWhenItIsInjected() {
    happens("move-slot", Kind.INJECTING, Kind.INJECTED);
    assertThat(faults()).containsExactly("move-slot");
  }

  @Test
  void plannedFailover_isOverWhenItIsInjected_andLeavesAnAftermath() {
    happens("sentinel-failover", Kind.INJECTING, Kind.INJECTED);
    assertThat(faults()).containsExactly("sentinel-failover", "sentinel-failover-aftermath...");
    happens("sentinel-failover", Kind.HEALING, Kind.HEALED);
    assertThat(faults()).containsExactly("sentinel-failover", "sentinel-failover-aftermath");
  }

  @Test
  void frozenMaster_mayServeBesideTheNewOneOnlyWhenItGoesOn() {
    happens("freeze-master", Kind.INJECTING, Kind.INJECTED, Kind.HEALING, Kind.HEALED);
    assertThat(faults())
        .containsExactly("freeze-master", "freeze-master-aftermath", "freeze-master-return");
    assertThat(FaultRecords.forking())
        .contains("freeze-master-return", "sentinel-failover")
        .doesNotContain("freeze-master", "freeze-master-aftermath", "kill-master");
    assertThat(fault("freeze-master-return").invokedNanos())
        .isGreaterThanOrEqualTo(fault("freeze-master").completedNanos().orElseThrow());
  }

  @Test
  void frozenWorker_mayUseTheOldMasterOnlyWhileThatMayServe() {
    happens("freeze-worker", Kind.INJECTING, Kind.INJECTED, Kind.HEALING, Kind.HEALED);
    assertThat(faults()).containsExactly("freeze-worker");
    happens("sentinel-failover", Kind.INJECTING, Kind.INJECTED);
    happens("freeze-worker", Kind.INJECTING, Kind.INJECTED, Kind.HEALING, Kind.HEALED);
    assertThat(faults()).contains("freeze-worker-return");
  }

  @Test
  void injectionThatFails_isOver() {
    happens("kill-master", Kind.INJECTING, Kind.INJECT_FAILED);
    assertThat(faults()).containsExactly("kill-master");
  }
}
