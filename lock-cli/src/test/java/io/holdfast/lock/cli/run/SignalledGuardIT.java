package io.holdfast.lock.cli.run;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A signal to {@code holdfast run} alone, whichever it is: either guard and command go on and the
 * lock is held, or both end and the lock gets free.
 */
@ExtendWith(RedisServerExtension.class)
class SignalledGuardIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration A_WHILE = Duration.ofSeconds(1);

  private static final int QUIT = 3;
  private static final int KILL = 9;
  private static final int USR1 = 10;
  private static final int SEGV = 11;
  private static final int USR2 = 12;
  private static final int ALRM = 14;
  private static final int FIRST_REAL_TIME = 34;
  private static final int LAST = 64;

  /**
   * What the JVM survives: QUIT, PIPE, CHLD, CONT, URG, XFSZ, WINCH, and that by which it wakes its
   * own threads from I/O.
   */
  private static final Set<Integer> SURVIVED = Set.of(QUIT, 13, 17, 18, 23, 25, 28, 62);

  /** Java 17 ends by it; later ones only say that it was not theirs. */
  private static boolean survives(int signal) {
    return SURVIVED.contains(signal) || (signal == USR2 && Runtime.version().feature() > 17);
  }

  /** They stop a process, which is another matter: STOP, TSTP, TTIN, TTOU. */
  private static final Set<Integer> STOPPING = Set.of(19, 20, 21, 22);

  /** The C library's own, which it refuses to send. */
  private static final Set<Integer> RESERVED = Set.of(32, 33);

  @TempDir Path directory;
  private final List<GuardedSleep> started = new ArrayList<>();
  private TestServer server;
  private HoldfastClient client;

  @BeforeEach
  void connect(TestServer shared) {
    server = shared;
    client = HoldfastClient.connect(shared.uri());
  }

  @AfterEach
  void close() {
    started.forEach(GuardedSleep::close);
    client.close();
  }

  @Test
  @DisplayName("failure 98: a signal reaches the guard of a command alone")
  void signal_toTheGuardAlone_endsBothOrNeither() throws Exception {
    checkTogether(List.of(QUIT, KILL, USR1, SEGV, USR2, ALRM, FIRST_REAL_TIME));
  }

  @Tag("long")
  @Timeout(600)
  @Test
  @DisplayName("failure 98: each signal there is reaches the guard of a command alone")
  void signal_ofAnyNumber_endsBothOrNeither() throws Exception {
    List<Integer> all =
        IntStream.rangeClosed(1, LAST)
            .boxed()
            .filter(signal -> !STOPPING.contains(signal) && !RESERVED.contains(signal))
            .toList();
    int together = 10;
    for (int from = 0; from < all.size(); from += together) {
      checkTogether(all.subList(from, Math.min(all.size(), from + together)));
    }
  }

  private void checkTogether(List<Integer> signals) throws Exception {
    List<GuardedSleep> guarded = new ArrayList<>();
    for (int signal : signals) {
      GuardedSleep one = GuardedSleep.start(server, directory, "signal-" + signal);
      started.add(one);
      guarded.add(one);
    }
    for (GuardedSleep one : guarded) {
      one.awaitRunning();
    }
    for (int i = 0; i < guarded.size(); i++) {
      guarded.get(i).signal(signals.get(i));
    }
    assertAll(
        IntStream.range(0, guarded.size())
            .mapToObj(i -> () -> check(signals.get(i), guarded.get(i))));
  }

  private void check(int signal, GuardedSleep guarded) throws Exception {
    if (survives(signal)) {
      stays(
          A_WHILE,
          "guard and command go on after signal " + signal,
          () ->
              guarded.guardRuns()
                  && guarded.allRun()
                  && client.lock(guarded.lock()).tryAcquire().isEmpty());
      guarded.signal("TERM");
    }
    try (Hold next =
        client.lock(guarded.lock()).acquire(AcquireOptions.defaults().waitAtMost(LIMIT))) {
      assertThat(guarded.running())
          .as("goes on beside the next holder, signal " + signal)
          .isEmpty();
      assertThat(next.isValid()).isTrue();
    }
    eventually().isTrue("the guard ends after signal " + signal, () -> !guarded.guardRuns());
  }

  @Test
  @DisplayName("failure 98: a signal that the command heeds is passed on, and both go on")
  void usr1_theCommandHeedsIt_bothGoOn() throws Exception {
    GuardedSleep guarded =
        GuardedSleep.start(server, directory, "heeds", "trap 'echo got-it' USR1; ");
    started.add(guarded);
    guarded.awaitRunning();

    guarded.signal("USR1");

    guarded.jvm().awaitLine("got-it");
    stays(A_WHILE, "all go on", () -> guarded.guardRuns() && guarded.allRun());
    assertThat(client.lock(guarded.lock()).tryAcquire()).isEmpty();
  }
}
