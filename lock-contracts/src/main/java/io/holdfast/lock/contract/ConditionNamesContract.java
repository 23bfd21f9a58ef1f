package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Which conditions are the same one, and which are not. */
@SuppressWarnings({
  "LockNotBeforeTry", // a failed test ends its clients, and so their holds
  "WaitNotInLoop" // what wakes is what is looked at
})
public abstract class ConditionNamesContract extends ContractSuite {

  private static final int LONGEST = 256;

  private static List<String> hostileNames() {
    return List.of(
        "",
        " ",
        "c",
        "C",
        "c ",
        "a:b",
        ":",
        "|",
        "a|b",
        "a b",
        "~",
        "#seq",
        "#dirty",
        "{}",
        "}",
        "a\nb",
        "\r\n",
        "\0",
        "%s",
        "*",
        "\u00e9",
        "e\u0301",
        "\ud83d\ude00",
        "x".repeat(LONGEST),
        "\u20ac".repeat(LONGEST / 3));
  }

  private void staysAsleep(Sleeper<Boolean> sleeper) {
    stays(Duration.ofMillis(50), "asleep", () -> !sleeper.isAwake());
  }

  @Test
  void newCondition_again_isAnotherCondition() {
    Condition one = lock.newCondition();
    Condition two = lock.newCondition();
    Sleeper<Boolean> sleeper = sleeper(lock, one::await);

    underLock(lock, two::signalAll);
    underLock(others, others.newCondition()::signalAll);
    underLock(lock, lock.newCondition("")::signalAll);
    staysAsleep(sleeper);

    underLock(lock, one::signal);
    sleeper.wakesAndUnlocks();
  }

  @Test
  void newCondition_sharedByThreads_isOneCondition() {
    Condition shared = lock.newCondition();
    List<Sleeper<Boolean>> sleepers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      sleepers.add(sleeper(lock, shared::await));
    }
    for (Sleeper<Boolean> sleeper : sleepers) {
      underLock(lock, shared::signal);
      sleeper.wakesAndUnlocks();
    }
  }

  @Test
  void newCondition_ofEachHostileName_isThatConditionForEverybodyAndNoOther() {
    Map<String, Sleeper<Boolean>> sleepers = new java.util.LinkedHashMap<>();
    for (String each : hostileNames()) {
      sleepers.put(each, sleeper(lock, lock.newCondition(each)::await));
    }
    sleepers.forEach(
        (each, sleeper) -> {
          underLock(others, others.newCondition(each)::signalAll);
          sleeper.wakesAndUnlocks();
          assertThat(sleepers.values().stream().filter(Sleeper::isAwake).count())
              .as("awake after '%s'", each)
              .isEqualTo(List.copyOf(sleepers.keySet()).indexOf(each) + 1L);
        });
    awaitFreeAndUnwanted();
  }

  @Test
  void newCondition_ofOneNameByTwoViews_isOneCondition() {
    LockClient client = open(ClientSpec.defaults());
    DistributedLock one = client.lock(name);
    DistributedLock two = client.lock(name);
    Sleeper<Boolean> sleeper = sleeper(one, one.newCondition("c")::await);
    underLock(two, two.newCondition("c")::signal);
    sleeper.wakesAndUnlocks();
  }

  @Test
  void newCondition_ofOneNameOnTwoLocks_isTwoConditions() {
    LockClient client = open(ClientSpec.defaults());
    Sleeper<Boolean> sleeper = sleeper(lock, lock.newCondition("b:c")::await);
    for (Map.Entry<String, String> other :
        Map.of(name + "-two", "b:c", name + ":b", "c", name + ":b:c", "", "c", "b:c").entrySet()) {
      DistributedLock otherLock = client.lock(other.getKey());
      underLock(otherLock, otherLock.newCondition(other.getValue())::signalAll);
    }
    staysAsleep(sleeper);
    underLock(others, others.newCondition("b:c")::signal);
    sleeper.wakesAndUnlocks();
  }

  @Test
  void newCondition_calledAsTheLock_doesNotMeetIt() {
    LockClient client = open(ClientSpec.defaults());
    for (String each : List.of(name, "c-" + name)) {
      Condition condition = lock.newCondition(each);
      Sleeper<Boolean> sleeper = sleeper(lock, condition::await);
      DistributedLock namesake = client.lock(each);
      underLock(namesake, () -> assertThat(namesake.getHoldCount()).isOne());
      sleeper.sleeps();
      underLock(others, others.newCondition(each)::signal);
      sleeper.wakesAndUnlocks();
    }
  }

  @Test
  @DisplayName("failure 68: the name of a condition is too long")
  void newCondition_nameTooLong_isRefusedWithTheBound() {
    for (String tooLong : List.of("x".repeat(LONGEST + 1), "\u20ac".repeat(LONGEST / 3 + 1))) {
      assertThatThrownBy(() -> lock.newCondition(tooLong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(String.valueOf(LONGEST))
          .hasMessageContaining(tooLong.substring(0, 16));
    }
  }

  @Test
  @DisplayName("failure 69: the name of a condition is not well-formed")
  void newCondition_nameNotWellFormed_isRefused() {
    for (String torn : List.of("\ud83d", "a\ude00b", "\ude00\ud83d")) {
      assertThatThrownBy(() -> lock.newCondition(torn))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  @SuppressWarnings("NullAway") // a careless caller passes this
  void newCondition_nameNull_isRefused() {
    assertThatThrownBy(() -> lock.newCondition(null)).isInstanceOf(NullPointerException.class);
  }

  @Test
  void toString_ofACondition_namesTheLockAndIt() {
    assertThat(lock.newCondition("not-empty").toString()).contains(name, "not-empty");
    assertThat(lock.newCondition().toString()).contains(name);
  }
}
