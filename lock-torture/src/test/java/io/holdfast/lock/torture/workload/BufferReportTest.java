package io.holdfast.lock.torture.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BufferReportTest {

  @Test
  void audit_everyItemOnce_hasNoComplaint() {
    assertThat(BufferReport.audit(List.of("7.0-1", "8.0-1", "7.0-2", "7.1-1"), Map.of("7.0", 2L)))
        .isEmpty();
  }

  @Test
  void audit_itemTwice_isSaid() {
    assertThat(BufferReport.audit(List.of("7.0-1", "7.0-1"), Map.of()))
        .containsExactly("twice: 7.0-1");
  }

  @Test
  void audit_itemMissingInTheMiddle_isSaid() {
    assertThat(BufferReport.audit(List.of("7.0-1", "7.0-3"), Map.of()))
        .containsExactly("of 3 items of 7.0 there are 2");
  }

  @Test
  void audit_lastItemMissing_isSaidIfItsOwnerLives() {
    assertThat(BufferReport.audit(List.of("7.0-1"), Map.of("7.0", 2L)))
        .containsExactly("of 2 items of 7.0 there are 1");
  }

  @Test
  void audit_itemThatNobodyPut_isSaid() {
    assertThat(BufferReport.audit(List.of("7.0-1", "7.0-2"), Map.of("7.0", 1L)))
        .containsExactly("7.0 put 1 items, and there is number 2");
  }
}
