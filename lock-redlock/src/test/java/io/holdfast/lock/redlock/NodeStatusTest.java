package io.holdfast.lock.redlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class NodeStatusTest {

  private static final long NOW = 1_000_000;
  private static final long SERVER_SECONDS = 4003;
  private static final String MASTER = "role:master\r\n";

  @Test
  void read_epoch_isAsOldAsTheServerSays() {
    NodeStatus status = read("ab", 5, NOW);
    assertThat(status.problem()).isEmpty();
    assertThat(status.process()).isEqualTo("ab");
    assertThat(age(status, NOW)).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void read_noEpoch_hasJustBegun() {
    NodeStatus status =
        NodeStatus.read(3, List.of("run_id:ab\r\n", MASTER, SERVER_SECONDS, 7L, "", 0L), NOW, NOW);
    assertThat(status.problem()).isEmpty();
    assertThat(status.epoch()).isEmpty();
    assertThat(age(status, NOW)).isEqualTo(Duration.ZERO);
  }

  @Test
  void read_time_isSetAgainstTheLocalClock() {
    NodeStatus status = read("ab", 5, TimeUnit.SECONDS.toNanos(3));
    assertThat(status.microsAhead()).hasValue(4_000_000_007L);
  }

  /** It may have been read at any time since it was asked. */
  @Test
  void read_answerTookLong_isSetAgainstTheMiddleAndNoYoungerThanItSays() {
    long read = NOW + TimeUnit.SECONDS.toNanos(6);
    String epoch = "ab:- %d000007".formatted(SERVER_SECONDS - 5);
    List<Object> reply = List.of("run_id:ab\r\n", MASTER, SERVER_SECONDS, 7L, epoch, 0L);
    OptionalLong atOnce = NodeStatus.read(3, reply, NOW, NOW).microsAhead();
    NodeStatus late = NodeStatus.read(3, reply, NOW, read);
    assertThat(late.microsAhead().orElseThrow())
        .isEqualTo(atOnce.orElseThrow() - TimeUnit.SECONDS.toMicros(3));
    assertThat(age(late, read)).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void read_infoThatMayNotBeAsked_isAProblemButTellsTheTime() {
    NodeStatus status = NodeStatus.read(3, List.of("", "", SERVER_SECONDS, 0L, "", 0L), NOW, NOW);
    assertThat(status.problem()).isPresent();
    assertThat(status.microsAhead()).isPresent();
  }

  @Test
  void read_replica_isAProblem() {
    NodeStatus status =
        NodeStatus.read(
            3, List.of("run_id:ab\r\n", "role:slave\r\n", SERVER_SECONDS, 0L, "", 0L), NOW, NOW);
    assertThat(status.problem()).hasValueSatisfying(why -> assertThat(why).contains("slave"));
  }

  @Test
  @DisplayName("failure 109: a node of a cluster is given by a plain address")
  void read_nodeOfACluster_isUnfit() {
    List<Object> reply =
        List.of("run_id:ab\r\nredis_mode:cluster\r\n", MASTER, SERVER_SECONDS, 0L, "", 0L);
    NodeStatus status = NodeStatus.read(3, reply, NOW, NOW);
    assertThat(status.isUnfit()).isTrue();
    assertThat(status.problem()).hasValueSatisfying(why -> assertThat(why).contains("Cluster"));
    assertThat(read("ab", 5, NOW).isUnfit()).isFalse();
  }

  /** Scores of such tokens are not exact. */
  @Test
  @DisplayName("failure 109: the clock of a node shows a time after the year 2112")
  void read_clockBeyondWhatTokensCanSay_isUnfit() {
    long last = (1L << 52) / 1_000_000;
    assertThat(bornAt("ab", last - 1, last - 1, NOW).isUnfit()).isFalse();
    NodeStatus status = bornAt("ab", last + 1, last + 1, NOW);
    assertThat(status.isUnfit()).isTrue();
    assertThat(status.problem()).hasValueSatisfying(why -> assertThat(why).contains("2112"));
  }

  @Test
  void read_noRunId_isAProblem() {
    NodeStatus status =
        NodeStatus.read(3, List.of("", MASTER, SERVER_SECONDS, 0L, "", 0L), NOW, NOW);
    assertThat(status.problem()).isPresent();
  }

  /** The wall clock of its machine was set forward by an hour meanwhile. */
  @Test
  void after_sameEpoch_isAsOldAsWasSaidFirst() {
    long later = NOW + TimeUnit.SECONDS.toNanos(10);
    long born = SERVER_SECONDS - 5;
    NodeStatus first = bornAt("ab", born, SERVER_SECONDS, NOW);
    NodeStatus status = bornAt("ab", born, SERVER_SECONDS + 3610, later).after(first);
    assertThat(age(status, later)).isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void after_anotherEpochOfTheSameProcess_isAsOldAsItSays() {
    long later = NOW + TimeUnit.SECONDS.toNanos(10);
    NodeStatus status = read("ab", 4, later).after(read("ab", 5, NOW));
    assertThat(age(status, later)).isEqualTo(Duration.ofSeconds(4));
  }

  /** Its clock was set forward between the loss and the first question. */
  @Test
  void after_anotherEpochOfTheSameProcess_isNoOlderThanThatTheOneBeforeWasHeardOf() {
    long later = NOW + TimeUnit.SECONDS.toNanos(10);
    NodeStatus status = read("ab", 3610, later).after(read("ab", 5, NOW));
    assertThat(age(status, later)).isEqualTo(Duration.ofSeconds(10));
  }

  /** It may have served another quorum, and was never asked by these clients. */
  @Test
  @DisplayName("failure 104: another server takes over the address of a node")
  void after_anotherProcess_countsFromNow() {
    long later = NOW + TimeUnit.HOURS.toNanos(1);
    NodeStatus other = read("cd", 7200, later).after(read("ab", 5, NOW));
    assertThat(age(other, later)).isEqualTo(Duration.ZERO);
    long then = later + TimeUnit.SECONDS.toNanos(30);
    NodeStatus again = bornAt("cd", SERVER_SECONDS - 7200, SERVER_SECONDS + 30, then).after(other);
    assertThat(age(again, then)).isEqualTo(Duration.ofSeconds(30));
  }

  /** The one in between was a replica, or new to quorum locks. */
  @Test
  @DisplayName("failure 104: another server takes over the address of a node, behind a third")
  void after_anotherProcessBehindOneWithoutAnEpoch_countsFromNow() {
    List<Object> reply = List.of("run_id:cd\r\n", "role:slave\r\n", SERVER_SECONDS, 7L, "", 0L);
    NodeStatus between = NodeStatus.read(3, reply, NOW, NOW).after(read("ab", 5, NOW));
    long later = NOW + TimeUnit.SECONDS.toNanos(10);
    assertThat(age(read("ef", 7200, later).after(between), later)).isEqualTo(Duration.ZERO);
  }

  @Test
  void after_anotherBehindAWordThatCouldNotBeRead_isNoOlderThanThatTheOneBeforeWasHeardOf() {
    NodeStatus refused = NodeStatus.unknown(2, NOW, "LOADING").after(read("ab", 100, NOW));
    assertThat(refused.problem()).isPresent();
    assertThat(age(read("cd", 100, NOW).after(refused), NOW)).isEqualTo(Duration.ZERO);
    assertThat(age(read("ab", 100, NOW).after(refused), NOW)).isEqualTo(Duration.ofSeconds(100));
  }

  @Test
  void after_wordThatCouldNotBeRead_countsAsTheFirst() {
    NodeStatus status = read("ab", 60, NOW).after(NodeStatus.unknown(2, NOW, "LOADING"));
    assertThat(age(status, NOW)).isEqualTo(Duration.ofSeconds(60));
  }

  private static NodeStatus read(String runId, long ageSeconds, long readNanos) {
    return bornAt(runId, SERVER_SECONDS - ageSeconds, SERVER_SECONDS, readNanos);
  }

  private static NodeStatus bornAt(
      String runId, long bornSeconds, long serverSeconds, long readNanos) {
    String info = "# Server\r\nrun_id:%s\r\n".formatted(runId);
    String epoch = "%s:- %d000007".formatted(runId, bornSeconds);
    return NodeStatus.read(
        3, List.of(info, MASTER, serverSeconds, 7L, epoch, 0L), readNanos, readNanos);
  }

  private static Duration age(NodeStatus status, long nanos) {
    return Duration.ofNanos(nanos - status.bornNanos());
  }
}
