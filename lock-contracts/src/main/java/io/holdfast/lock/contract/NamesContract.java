package io.holdfast.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Any name is a lock of its own, or is refused; foreign data stays unchanged. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class NamesContract extends ContractSuite {

  private static final int LONGEST = 1024;
  private static final String[] PIECES = {
    "{",
    "}",
    "a",
    "b",
    "!",
    "~",
    ":",
    "*",
    "?",
    "[",
    "]",
    "\\",
    "\"",
    "'",
    " ",
    "\n",
    "\r",
    "\0",
    "queue",
    "lock",
    "q",
    "é",
    "€",
    "\ud83d\ude00",
    "#seq",
    "%s",
    "%"
  };

  private static List<String> hostileNames() {
    return List.of(
        "",
        " ",
        "{",
        "}",
        "{}",
        "}{",
        "{{",
        "}}",
        "{{}}",
        "{}a",
        "a{}",
        "{a}",
        "a{b}c",
        "~a{b}c",
        "a}",
        "{a",
        "{!}",
        "!",
        "!!",
        "!}",
        "}x",
        "!}x",
        "~",
        "~{a}",
        "a",
        "A",
        "a ",
        "a:queue",
        "holdfast:lock:{a}",
        "lock:a",
        "*",
        "?",
        "[a]",
        "\\",
        "\"",
        "'",
        "a\nb",
        "a\r\nDEL a\r\n",
        "\0",
        "a\0",
        "a\0b",
        "%s%s",
        "-- comment",
        "]]",
        "é",
        "e\u0301",
        "\u202e\ufeff",
        "\ud83d\ude00",
        "x".repeat(LONGEST),
        "\u20ac".repeat(LONGEST / 3));
  }

  private static Set<String> randomNames() {
    Random random = new Random(42);
    Set<String> names = new LinkedHashSet<>();
    while (names.size() < 300) {
      StringBuilder made = new StringBuilder();
      for (int i = random.nextInt(7); i >= 0; i--) {
        made.append(PIECES[random.nextInt(PIECES.length)]);
      }
      names.add(made.toString());
    }
    return names;
  }

  @Test
  @DisplayName("failure 37, peers B15: names with braces, quotes, line breaks")
  void hostileNames_heldAtOnce_areLocksOfTheirOwn() {
    assertAllDifferent(List.copyOf(new LinkedHashSet<>(hostileNames())));
  }

  @Test
  void randomNames_heldAtOnce_areLocksOfTheirOwn() {
    assertAllDifferent(List.copyOf(randomNames()));
  }

  private void assertAllDifferent(List<String> names) {
    LockClient one = open(ClientSpec.defaults());
    LockClient two = open(ClientSpec.defaults());
    List<Hold> holds = new ArrayList<>();
    for (String each : names) {
      assertThat(one.lock(each).name()).isEqualTo(each);
      Hold hold = one.lock(each).tryAcquire().orElseThrow(() -> new AssertionError(each));
      assertThat(hold.lockName()).isEqualTo(each);
      holds.add(hold);
    }
    for (int i = 0; i < names.size(); i++) {
      DistributedLock foreign = two.lock(names.get(i));
      assertThat(foreign.tryAcquire()).as(names.get(i)).isEmpty();
      assertThat(foreign.inspect().lockName()).isEqualTo(names.get(i));
      assertThat(foreign.inspect().holder().orElseThrow().token()).isEqualTo(holds.get(i).token());
    }
    holds.forEach(Hold::close);
    for (String each : names) {
      two.lock(each).tryAcquire().orElseThrow().close();
    }
  }

  @Test
  void hostileName_waitedFor_isGranted() {
    for (String each : List.of("", "a b", "a\nb", "{", "a{b}c", "\0", "\ud83d\ude00")) {
      LockClient one = open(ClientSpec.defaults());
      LockClient two = open(ClientSpec.defaults());
      Actor alice = holderOf(one.lock(each));
      Actor bob = actor("bob");
      var waiting = bob.starts(two.lock(each)::lock);
      bob.awaitParked(waiting);
      alice.does(one.lock(each)::unlock);
      assertThat(waiting).succeedsWithin(LIMIT);
      bob.does(two.lock(each)::unlock);
    }
  }

  @Test
  @DisplayName("failure 68: a name that is too long")
  void name_tooLong_isRefusedWithTheBound() {
    LockClient client = open(ClientSpec.defaults());
    for (String each :
        List.of(
            "x".repeat(LONGEST + 1),
            "\u20ac".repeat(LONGEST / 3 + 1),
            "x".repeat(64 * 1024),
            "\ud83d\ude00".repeat(LONGEST))) {
      assertThatThrownBy(() -> client.lock(each))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(String.valueOf(LONGEST))
          .message()
          .hasSizeLessThan(300);
    }
    assertNoKeys();
  }

  @Test
  @DisplayName("failure 69: a name that UTF-8 cannot hold")
  void name_notWellFormed_isRefused() {
    LockClient client = open(ClientSpec.defaults());
    for (String each : List.of("\ud83d", "\ude00", "a\ud83db", "\ude00\ud83d", "{\udfff}")) {
      assertThatThrownBy(() -> client.lock(each))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("name");
    }
    assertNoKeys();
  }

  @Test
  void name_null_isRefused() {
    LockClient client = open(ClientSpec.defaults());
    assertThatThrownBy(() -> client.lock(nothing())).isInstanceOf(NullPointerException.class);
    assertNoKeys();
  }

  @SuppressWarnings("NullAway") // a caller without a checker may pass this
  private static String nothing() {
    return null;
  }

  private void assertNoKeys() {
    for (TestServer server : fixture().servers()) {
      assertThat(server.keys("*")).isEmpty();
    }
  }

  @Test
  void holdersKeyOfAForeignType_isNotTakenByForce() {
    requireServer();
    String key = fixture().keys(name).get(0);
    fixture().servers().forEach(server -> server.admin().text("SET", key, "foreign"));

    assertThatThrownBy(lock::forceUnlock)
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining(name);

    for (TestServer server : fixture().servers()) {
      assertThat(server.admin().text("GET", key)).isEqualTo("foreign");
      assertThat(server.admin().number("DEL", key)).isOne();
    }
  }

  @Test
  void keyOfAForeignType_isToldAndNotTouched() {
    requireServer();
    for (String key : fixture().keys(name)) {
      fixture().servers().forEach(server -> server.admin().text("SET", key, "foreign"));

      Stream.<TestThreads.Body>of(
              lock::lock,
              lock::tryLock,
              () -> lock.tryLock(1, TimeUnit.SECONDS),
              lock::acquire,
              lock::tryAcquire,
              lock::inspect)
          .forEach(
              call ->
                  assertThatThrownBy(call::run, key)
                      .isInstanceOf(LockServerException.class)
                      .hasMessageContaining(key));
      assertThat(Actor.failure(lock.acquireAsync())).isInstanceOf(LockServerException.class);

      for (TestServer server : fixture().servers()) {
        assertThat(server.admin().text("GET", key)).isEqualTo("foreign");
        assertThat(server.admin().number("TTL", key)).isEqualTo(-1);
        assertThat(server.admin().number("DEL", key)).isOne();
      }
      lock.lock();
      lock.unlock();
      awaitFreeAndUnwanted();
    }
  }
}
