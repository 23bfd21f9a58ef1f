package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the flight recorder of the JVM is told. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
class FlightRecorderIT {

  private static final String ACQUIRE = "io.holdfast.LockAcquire";
  private static final String HOLD = "io.holdfast.LockHold";
  private static final String LOST = "io.holdfast.LockLost";
  private static final String CALL = "io.holdfast.ServerCall";
  private static final String RENEWAL = "io.holdfast.LeaseRenewal";
  private static final String CONNECTION = "io.holdfast.ConnectionChange";

  private final Recording recording = new Recording();

  @TempDir private Path folder;

  @BeforeEach
  void record() {
    for (String name : List.of(ACQUIRE, HOLD, CALL)) {
      recording.enable(name).withoutThreshold();
    }
    recording.enable(RENEWAL);
    recording.start();
  }

  @AfterEach
  void end() {
    recording.close();
  }

  private static HoldfastClient connect(RedisServer server, String label) {
    return HoldfastClient.connect(
        HoldfastSettings.builder().clientLabel(label).build(), server.uri());
  }

  /** Out of a file: a stream of Java 17 reads some strings as null. */
  private List<RecordedEvent> of(String name, Predicate<RecordedEvent> which) {
    Path file = folder.resolve("recording.jfr");
    try {
      recording.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(event -> event.getEventType().getName().equals(name))
          .filter(which)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first such event, once it is there. */
  private RecordedEvent one(String name, Predicate<RecordedEvent> which)
      throws InterruptedException {
    eventually().isTrue(name + " is recorded", () -> !of(name, which).isEmpty());
    return of(name, which).get(0);
  }

  private static Predicate<RecordedEvent> is(String field, Object value) {
    return event -> value.equals(event.getValue(field));
  }

  private static void assertSubject(RecordedEvent event, String client) {
    assertThat(event.getString("lock")).isEqualTo("recorded");
    assertThat(event.getString("kind")).isEqualTo("plain");
    assertThat(event.getString("client")).isEqualTo(client);
  }

  @Test
  void lock_waited_tellsHowLongAndWhere(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient first = connect(server, "first");
        HoldfastClient second = connect(server, "second")) {
      Hold hold = first.lock("recorded").acquire();
      DistributedLock lock = second.lock("recorded");
      CompletableFuture<Void> taken = new CompletableFuture<>();
      Thread waiter =
          new Thread(
              () -> {
                lock.lock();
                lock.unlock();
                taken.complete(null);
              },
              "waiter");
      waiter.start();
      eventually().isTrue("it waits", () -> lock.inspect().queueLength() == 1);
      hold.close();
      taken.get(1, TimeUnit.MINUTES);

      RecordedEvent waited = one(ACQUIRE, is("client", "second"));
      assertSubject(waited, "second");
      assertThat(waited.getString("outcome")).isEqualTo("acquired");
      assertThat(waited.getLong("token")).isGreaterThan(hold.token());
      assertThat(waited.getThread().getJavaName()).contains("waiter");
      assertThat(waited.getDuration()).isPositive();
      assertThat(waited.getStackTrace().getFrames())
          .anySatisfy(frame -> assertThat(frame.getMethod().getName()).isEqualTo("lock"));

      RecordedEvent held = one(HOLD, is("client", "first"));
      assertSubject(held, "first");
      assertThat(held.getString("outcome")).isEqualTo("released");
      assertThat(held.getLong("token")).isEqualTo(hold.token());
      assertThat(held.getDuration()).isPositive();
      RecordedEvent call = one(CALL, is("client", "second").and(is("script", "acquire")));
      assertThat(call.getString("outcome")).isEqualTo("OK");
      assertThat(call.getDuration()).isPositive();
    }
  }

  @Test
  void attempts_withoutAHold_tellWhyNot(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient first = connect(server, "first");
        HoldfastClient second = connect(server, "second")) {
      first.lock("recorded").lock();
      DistributedLock lock = second.lock("recorded");
      assertThat(lock.tryLock()).isFalse();
      assertThat(lock.tryAcquire(AcquireOptions.defaults().waitAtMost(Duration.ofMillis(1))))
          .isEmpty();
      Thread waiter =
          new Thread(
              () ->
                  assertThatThrownBy(lock::lockInterruptibly)
                      .isInstanceOf(InterruptedException.class));
      waiter.start();
      eventually().isTrue("it waits", () -> lock.inspect().queueLength() == 1);
      waiter.interrupt();
      waiter.join();
      CompletableFuture<Hold> cancelled = lock.acquireAsync();
      cancelled.cancel(false);

      for (String why : List.of("held", "timeout", "interrupted")) {
        RecordedEvent failed = one(ACQUIRE, is("client", "second").and(is("outcome", why)));
        assertSubject(failed, "second");
        assertThat(failed.getLong("token")).isZero();
      }
      eventually()
          .isTrue(
              "the cancelled future, too",
              () -> of(ACQUIRE, is("outcome", "interrupted")).size() == 2);
    }
  }

  @Test
  void lock_passedOnInItsClient_tellsSo(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = connect(server, "only")) {
      DistributedLock lock = client.lock("recorded");
      Hold hold = lock.acquire();
      CompletableFuture<Hold> next = lock.acquireAsync();
      hold.close();
      next.get().close();

      RecordedEvent passedOn = one(HOLD, is("outcome", "passed on"));
      assertSubject(passedOn, "only");
      assertThat(passedOn.getLong("token")).isEqualTo(hold.token());
      assertThat(one(HOLD, is("outcome", "released")).getLong("token"))
          .isEqualTo(next.get().token());
    }
  }

  @Test
  void hold_lost_tellsWhyOnce(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = connect(server, "loser")) {
      Hold hold = client.lock("recorded").acquire();
      assertThat(client.lock("recorded").forceUnlock()).isTrue();
      eventually().isTrue("it is lost", () -> !hold.isValid());

      RecordedEvent lost = one(LOST, is("client", "loser"));
      assertSubject(lost, "loser");
      assertThat(lost.getLong("token")).isEqualTo(hold.token());
      assertThat(lost.getString("cause")).isEqualTo("FORCED");
      assertThat(lost.getDuration("sinceRenewal")).isPositive().isLessThan(Duration.ofMinutes(1));
      assertThat(one(HOLD, is("client", "loser")).getString("outcome")).isEqualTo("lost");

      client.lock("recorded").acquire().close(); // what was recorded before this is read before it
      var unused = one(HOLD, is("outcome", "released"));
      assertThat(of(HOLD, is("token", hold.token()))).hasSize(1);
      assertThat(of(LOST, is("token", hold.token()))).hasSize(1);
    }
  }

  @Test
  void request_refused_tellsSo(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = connect(server, "refused")) {
      DistributedLock lock = client.lock("recorded");
      lock.lock();
      lock.unlock();
      server.admin().command("SCRIPT", "FLUSH");
      lock.lock(); // is asked again, with the text of the script

      RecordedEvent refused = one(CALL, is("outcome", "REFUSED"));
      assertThat(refused.getString("client")).isEqualTo("refused");
      assertThat(refused.getString("script")).isEqualTo("acquire");
      lock.unlock();
    }
  }

  @Test
  void watchdog_renews_tellsHowMany(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = connect(server, "renewing")) {
      AcquireOptions options =
          AcquireOptions.defaults().lease(Lease.renewed(Duration.ofSeconds(3)));
      try (Hold one = client.lock("recorded").acquire(options);
          Hold other = client.lock("recorded too").acquire(options)) {
        eventually().isTrue("both renewed", () -> renewedLeases() >= 2);
        assertThat(of(RENEWAL, event -> true))
            .allSatisfy(event -> assertThat(event.getBoolean("answered")).isTrue());
        assertThat(one.isValid()).isTrue();
        assertThat(other.isValid()).isTrue();
      }
    }
  }

  private int renewedLeases() {
    return of(RENEWAL, event -> true).stream().mapToInt(event -> event.getInt("count")).sum();
  }

  @Test
  void connection_cut_tellsWhyAndWhenItIsBack(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = connect(server, "cut")) {
      var unused = one(CONNECTION, is("connection", "COMMANDS").and(is("state", "UP")));
      server.admin().command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");

      RecordedEvent down = one(CONNECTION, is("state", "REOPENING"));
      assertThat(down.getString("client")).isEqualTo("cut");
      assertThat(down.getString("connection")).isEqualTo("COMMANDS");
      assertThat(down.getString("server")).contains(Integer.toString(server.port()));
      assertThat(down.getString("reason")).isNotEmpty();
      eventually()
          .isTrue(
              "up again",
              () ->
                  of(CONNECTION, is("connection", "COMMANDS").and(is("state", "UP"))).size() == 2);
      assertThat(client.lock("recorded").isLocked()).isFalse();
    }
  }

  /** As a recording of the default profile has them, which does not name them. */
  @Test
  void events_byDefault_leaveOutWhatIsShort() {
    assertThat(defaultOf(ACQUIRE, "threshold")).isEqualTo("10 ms");
    assertThat(defaultOf(HOLD, "threshold")).isEqualTo("10 ms");
    assertThat(defaultOf(CALL, "threshold")).isEqualTo("20 ms");
    for (String name : List.of(ACQUIRE, HOLD, LOST, CALL, CONNECTION)) {
      assertThat(defaultOf(name, "enabled")).as(name).isEqualTo("true");
    }
    assertThat(defaultOf(RENEWAL, "enabled")).isEqualTo("false");
  }

  private static String defaultOf(String event, String setting) {
    EventType type =
        FlightRecorder.getFlightRecorder().getEventTypes().stream()
            .filter(one -> one.getName().equals(event))
            .findAny()
            .orElseThrow();
    return type.getSettingDescriptors().stream()
        .filter(one -> one.getName().equals(setting))
        .findAny()
        .orElseThrow()
        .getDefaultValue();
  }

  /** As in an image that jlink made without it. */
  @Test
  void lock_withoutTheModuleOfTheRecorder_works(@FreshServer RedisServer server) throws Exception {
    try (JvmProcess jvm =
        JvmProcess.of(UnrecordedWorker.class)
            .options(
                "--limit-modules",
                "java.logging,java.management,java.naming,jdk.net,jdk.unsupported")
            .arguments(server.uri())
            .start()) {
      assertThat(jvm.awaitLine("^jdk.jfr (.*), token (\\d+)$").group(1)).isEqualTo("is missing");
    }
  }
}
