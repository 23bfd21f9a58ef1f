package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.race.VirtualClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ReopeningTest {

  private static final String NAME = "Connection of the test";

  private final VirtualClock clock = new VirtualClock();
  private final Reopening reopening = new Reopening(NAME, clock);
  private final List<CompletableFuture<String>> attempts = new ArrayList<>();
  private final List<String> opened = new ArrayList<>();

  private final PrintStream systemErr = System.err;
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  @BeforeEach
  void hearWhatIsSaid() {
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void hearNoMore() {
    System.setErr(systemErr);
  }

  private List<String> said() {
    return log.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.contains(NAME))
        .toList();
  }

  private void begin() {
    reopening.begin(
        "the test says so",
        null,
        () -> true,
        () -> {
          attempts.add(new CompletableFuture<>());
          return attempts.get(attempts.size() - 1);
        },
        opened::add);
  }

  private void failLast() {
    failLast("refused");
  }

  private void failLast(String reason) {
    attempts.get(attempts.size() - 1).completeExceptionally(new IllegalStateException(reason));
  }

  @Test
  @DisplayName("failure 96: the server cannot be reached for one reason, then for another")
  void begin_reasonChanges_isSaidOnceForEachChange() {
    List<String> reasons =
        List.of(
            "it is refused",
            "it is refused",
            "wrong password given",
            "wrong password given",
            "too many clients, 17",
            "too many clients, 18",
            "too many clients, 19");
    for (String reason : reasons) {
      begin();
      failLast(reason);
      clock.advance(Duration.ofSeconds(5));
    }
    assertThat(said()).hasSize(3);
    assertThat(said().get(0)).contains("the test says so").contains("it is refused");
    assertThat(said().get(1)).contains("wrong password given");
    assertThat(said().get(2)).contains("too many clients");

    begin();
    attempts.get(attempts.size() - 1).complete("connection");
    assertThat(said()).as("it is over").hasSize(4);
  }

  @Test
  void begin_twoReasonsTakeTurns_eachIsSaidOnceInTenSeconds() {
    for (int i = 0; i < 600; i++) {
      int before = attempts.size();
      begin();
      if (attempts.size() > before) {
        failLast(attempts.size() % 2 == 0 ? "it is one thing" : "it is the other");
      }
      clock.advance(Duration.ofMillis(100));
    }
    assertThat(attempts).hasSizeGreaterThan(20);
    assertThat(said()).hasSizeBetween(2, 13); // in a minute
  }

  @Test
  void begin_theFirstAttemptHangs_isSaidAllTheSame() {
    begin();
    clock.advance(Duration.ofMinutes(1));
    begin();
    assertThat(said()).hasSize(1);
  }

  @Test
  @DisplayName("failure 82: the server is away, and all acquisitions keep reporting it")
  void begin_whileTheServerIsAway_isOnceASecondAtMostAndSaidOnce() {
    Duration away = Duration.ofMinutes(10);
    for (long millis = 0; millis < away.toMillis(); millis += 10) {
      int before = attempts.size();
      begin();
      begin(); // another one that misses it
      assertThat(attempts.size() - before).isLessThanOrEqualTo(1);
      if (attempts.size() > before) {
        failLast();
      }
      clock.advance(Duration.ofMillis(10));
    }
    assertThat(attempts).hasSizeBetween((int) away.toSeconds() / 4, (int) away.toSeconds() + 10);
    assertThat(said()).as("trouble begins").hasSize(1);

    clock.advance(Duration.ofSeconds(2));
    begin();
    attempts.get(attempts.size() - 1).complete("connection");

    assertThat(opened).containsExactly("connection");
    assertThat(said()).as("it is over").hasSize(2);
  }

  @Test
  void begin_atFirst_isAtOnceAndSoonAgain() {
    begin();
    assertThat(attempts).hasSize(1);
    failLast();
    clock.advance(Duration.ofMillis(20));
    begin();
    assertThat(attempts).hasSize(2);
  }

  @Test
  void begin_whileAnAttemptIsUnderWay_waitsForItsEnd() {
    begin();
    clock.advance(Duration.ofSeconds(15));
    begin();
    assertThat(attempts).hasSize(1);
    failLast();
    begin();
    assertThat(attempts).hasSize(2);
  }

  @Test
  void begin_theLastAttemptHangs_doesNotWaitForItForEver() {
    begin();
    clock.advance(Duration.ofMinutes(10));
    begin();
    assertThat(attempts).hasSize(2);
    attempts.get(1).complete("second");
    attempts.get(0).complete("first, late");
    assertThat(opened).containsExactly("second", "first, late");
    clock.advance(Duration.ofMinutes(1));
    begin();
    assertThat(attempts).hasSize(3);
  }

  @Test
  void begin_whatWasOpenedCannotBeUsed_mayBeginAgain() {
    reopening.<String>begin(
        "the test says so",
        null,
        () -> true,
        () -> CompletableFuture.completedFuture("of no use"),
        useless -> {
          throw new IllegalStateException("for the test");
        });
    clock.advance(Duration.ofMinutes(1));
    begin();
    assertThat(attempts).hasSize(1);
  }

  @Test
  void begin_attemptThrows_mayBeginAgain() {
    reopening.<String>begin(
        "the test says so",
        null,
        () -> true,
        () -> {
          throw new IllegalStateException("for the test");
        },
        opened::add);
    clock.advance(Duration.ofMinutes(1));
    begin();
    assertThat(attempts).hasSize(1);
  }

  @Test
  void begin_notNeededAnyMore_makesNoAttempt() {
    reopening.<String>begin(
        "the test says so",
        null,
        () -> false,
        () -> {
          throw new AssertionError("not needed");
        },
        opened::add);
    begin();
    assertThat(attempts).hasSize(1);
  }

  @Test
  void begin_afterQuietTimes_isSaidAnew() {
    begin();
    attempts.get(0).complete("first");
    clock.advance(Duration.ofMinutes(1));
    begin();
    attempts.get(1).complete("second");
    assertThat(opened).containsExactly("first", "second");
    assertThat(said()).hasSize(4);
  }
}
