package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.core.jfr.Recorder;
import io.holdfast.lock.core.race.VirtualClock;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.testkit.server.RedisServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the flight recorder of the JVM is told. */
@ExtendWith(RedisServerExtension.class)
@SuppressWarnings({
  "LockNotBeforeTry",
  "WaitNotInLoop"
}) // a failed test ends its clients, and so their holds
class FlightRecorderIT {

  private static final String ACQUIRE = "io.holdfast.LockAcquire";
  private static final String HOLD = "io.holdfast.LockHold";
  private static final String LOST = "io.holdfast.LockLost";
  private static final String CALL = "io.holdfast.ServerCall";
  private static final String RENEWAL = "io.holdfast.LeaseRenewal";
  private static final String CONNECTION = "io.holdfast.ConnectionChange";

  private static final String RUNTIME =
      ".*/(lettuce-core|netty-[a-z-]+|reactor-core|reactive-streams|redis-authx-core|slf4j-api)-[0-9][0-9A-Za-z.-]*[.]jar";

  private static final Recording RECORDING = new Recording();

  @TempDir private static Path folder;
  private static List<Recording> ofOthers = List.of();

  @BeforeAll
  static void record() {
    ofOthers = FlightRecorder.getFlightRecorder().getRecordings();
    Recorder.lookAndWait();
    for (String name : List.of(ACQUIRE, HOLD, CALL)) {
      RECORDING.enable(name).withoutThreshold();
    }
    RECORDING.enable(RENEWAL);
    RECORDING.start();
  }

  @AfterAll
  static void end() {
    RECORDING.close();
    assertThat(FlightRecorder.getFlightRecorder().getRecordings())
        .isSubsetOf(ofOthers)
        .doesNotContain(RECORDING);
  }

  private static HoldfastClient connect(RedisServer server, String label) {
    return HoldfastClient.connect(
        HoldfastSettings.builder().clientLabel(label).build(), server.uri());
  }

  /** Out of a file: a stream of Java 17 reads some strings as null. */
  private static List<RecordedEvent> of(String name, Predicate<RecordedEvent> which) {
    Path file = folder.resolve("recording.jfr");
    try {
      RECORDING.dump(file);
      return RecordingFile.readAllEvents(file).stream()
          .filter(event -> event.getEventType().getName().equals(name))
          .filter(which)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first such event, once it is there. */
  private static RecordedEvent one(String name, Predicate<RecordedEvent> which)
      throws InterruptedException {
    eventually().isTrue(name + " is recorded", () -> !of(name, which).isEmpty());
    return of(name, which).get(0);
  }

  private static Predicate<RecordedEvent> is(String field, Object value) {
    return event -> value.equals(event.getValue(field));
  }

  private static Predicate<RecordedEvent> isOfCommands(String state) {
    return is("client", "cut").and(is("connection", "commands")).and(is("state", state));
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
      assertThat(call.getString("outcome")).isEqualTo("ok");
      assertThat(call.getDuration()).isPositive();
    }
  }

  @Test
  void attempts_withoutAHold_tellWhyNot(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient first = connect(server, "holder");
        HoldfastClient second = connect(server, "failing")) {
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
        RecordedEvent failed = one(ACQUIRE, is("client", "failing").and(is("outcome", why)));
        assertSubject(failed, "failing");
        assertThat(failed.getLong("token")).isZero();
      }
      eventually()
          .isTrue(
              "the cancelled future, too",
              () ->
                  of(ACQUIRE, is("client", "failing").and(is("outcome", "interrupted"))).size()
                      == 2);
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

      RecordedEvent passedOn = one(HOLD, is("client", "only").and(is("outcome", "passed on")));
      assertSubject(passedOn, "only");
      assertThat(passedOn.getLong("token")).isEqualTo(hold.token());
      assertThat(one(HOLD, is("token", next.get().token())).getString("outcome"))
          .isEqualTo("released");
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
      assertThat(lost.getString("cause")).isEqualTo("forced");
      assertThat(lost.getDuration("sinceRenewal")).isPositive().isLessThan(Duration.ofMinutes(1));
      assertThat(one(HOLD, is("token", hold.token())).getString("outcome")).isEqualTo("lost");

      client.lock("recorded").acquire().close(); // what was recorded before this is read before it
      var unused = one(HOLD, is("client", "loser").and(is("outcome", "released")));
      assertThat(of(HOLD, is("token", hold.token()))).hasSize(1);
      assertThat(of(LOST, is("token", hold.token()))).hasSize(1);
    }
  }

  @Test
  void releaseAsync_serverHasLostTheHold_isRecordedAsLostOnly(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = connect(server, "late")) {
      Hold hold = client.lock("recorded").acquire();
      server.admin().command("FLUSHALL");
      assertThatThrownBy(() -> hold.releaseAsync().get(1, TimeUnit.MINUTES))
          .hasCauseInstanceOf(LeaseLostException.class);
      client.lock("recorded").acquire().close(); // what was recorded before this is read before it

      var unused = one(HOLD, is("client", "late").and(is("outcome", "released")));
      assertThat(of(HOLD, is("token", hold.token())))
          .singleElement()
          .satisfies(event -> assertThat(event.getString("outcome")).isEqualTo("lost"));
      assertThat(of(LOST, is("token", hold.token())))
          .singleElement()
          .satisfies(event -> assertThat(event.getString("cause")).isEqualTo("gone"));
    }
  }

  /** On a clock that stands still: the lease is over when the test says so. */
  @Test
  void releaseAsync_neverAnswered_isUnacknowledgedAndEndsWhereItWasGivenUp(
      @FreshServer RedisServer server, @FreshServer FaultProxy proxy) throws Exception {
    VirtualClock clock = new VirtualClock();
    Duration length = Duration.ofMinutes(1);
    HoldfastSettings settings =
        HoldfastSettings.builder().clientLabel("unheard").clock(clock).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, proxy.uri())) {
      DistributedLock lock = client.lock("recorded");
      lock.acquire().close(); // the scripts are known
      Hold hold = lock.acquire(AcquireOptions.defaults().lease(Lease.fixed(length)));
      Rule swallowed = proxy.when(Command.script()).dropReply();
      CompletableFuture<Void> release = hold.releaseAsync();
      swallowed.awaitFired(Duration.ofMinutes(1));
      assertThat(of(HOLD, is("token", hold.token()))).as("nobody knows yet").isEmpty();
      clock.advance(length.plusSeconds(1)); // it is not worth asking again
      int unusedCuts = proxy.cut(Connections.verbs(), Cut.RST);

      assertThat(release).failsWithin(Duration.ofMinutes(1));
      RecordedEvent held = one(HOLD, is("token", hold.token()));
      assertSubject(held, "unheard");
      assertThat(held.getString("outcome")).isEqualTo("unacknowledged");
      RecordedEvent call = one(CALL, is("client", "unheard").and(is("outcome", "unknown")));
      assertThat(held.getEndTime()).isBeforeOrEqualTo(call.getStartTime());
    }
  }

  @Test
  void await_untilASignal_endsAHoldAndIsNoAttempt(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient signalling = connect(server, "signalling");
        HoldfastClient waiting = connect(server, "waiting")) {
      DistributedLock lock = waiting.lock("recorded");
      Condition condition = lock.newCondition("signal");
      CountDownLatch isLocked = new CountDownLatch(1);
      Thread waiter =
          new Thread(
              () -> {
                lock.lock();
                isLocked.countDown();
                condition.awaitUninterruptibly();
                lock.unlock();
              });
      waiter.start();
      isLocked.await();
      DistributedLock same = signalling.lock("recorded");
      same.lock(); // the other waits for the signal
      same.newCondition("signal").signal();
      same.unlock();
      waiter.join();

      eventually().isTrue("both holds", () -> of(HOLD, is("client", "waiting")).size() == 2);
      assertThat(of(HOLD, is("client", "waiting")))
          .allSatisfy(event -> assertThat(event.getString("outcome")).isEqualTo("released"));
      assertThat(of(ACQUIRE, is("client", "waiting"))).hasSize(1);
    }
  }

  @Test
  void await_timedOut_isAnAttemptFromThenOn(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = connect(server, "timed-out")) {
      DistributedLock lock = client.lock("recorded");
      lock.lock();
      long first = client.lock("recorded").token();
      Instant before = Instant.now();
      assertThat(lock.newCondition("signal").await(300, TimeUnit.MILLISECONDS)).isFalse();
      long second = lock.token();
      Duration whole = Duration.between(before, Instant.now());
      lock.unlock();

      RecordedEvent attempt = one(ACQUIRE, is("token", second));
      RecordedEvent hold = one(HOLD, is("token", first));
      assertThat(attempt.getString("outcome")).isEqualTo("acquired");
      assertThat(attempt.getStartTime()).isAfterOrEqualTo(hold.getEndTime());
      // A machine that stands still lengthens what comes behind the time-out, but not what was
      // before it.
      assertThat(whole.minus(attempt.getDuration())).isGreaterThan(Duration.ofMillis(200));
    }
  }

  @Test
  void attempts_refusedAtOnceOrByTheEnd_areTold(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient holder = connect(server, "holding");
        Hold hold = holder.lock("recorded").acquire()) {
      HoldfastClient closing = connect(server, "closing");
      DistributedLock lock = closing.lock("recorded");
      Thread.currentThread().interrupt();
      assertThatThrownBy(lock::lockInterruptibly).isInstanceOf(InterruptedException.class);
      Hold lost = closing.lock("other").acquire();
      CompletableFuture<Hold> waiting = lock.acquireAsync();
      closing.close();
      assertThat(waiting).isCompletedExceptionally();
      assertThat(hold.isValid()).isTrue();

      for (String why : List.of("interrupted", "closed")) {
        assertSubject(one(ACQUIRE, is("client", "closing").and(is("outcome", why))), "closing");
      }
      assertThat(one(LOST, is("token", lost.token())).getString("cause"))
          .isEqualTo("client_closed");
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

      RecordedEvent refused = one(CALL, is("client", "refused").and(is("outcome", "refused")));
      assertThat(refused.getString("client")).isEqualTo("refused");
      assertThat(refused.getString("script")).isEqualTo("acquire");
      lock.unlock();
    }
  }

  /** On a clock that stands still in between, however long the machine does. */
  @Test
  void watchdog_renews_tellsHowMany(@FreshServer RedisServer server) throws Exception {
    VirtualClock clock = new VirtualClock();
    Duration length = Duration.ofMinutes(1);
    AcquireOptions options = AcquireOptions.defaults().lease(Lease.renewed(length));
    HoldfastSettings settings =
        HoldfastSettings.builder().clientLabel("renewing").clock(clock).build();
    try (HoldfastClient client = HoldfastClient.connect(settings, server.uri());
        Hold one = client.lock("recorded").acquire(options);
        Hold other = client.lock("recorded too").acquire(options)) {
      clock.advance(length.dividedBy(3).plusMillis(1));
      RecordedEvent batch = one(RENEWAL, is("count", 2));
      assertThat(batch.getString("outcome")).isEqualTo("ok");
      assertThat(batch.getDuration()).isPositive();
      assertThat(one.isValid()).isTrue();
      assertThat(other.isValid()).isTrue();
    }
  }

  @Test
  void connection_cut_tellsWhyAndWhenItIsBack(@FreshServer RedisServer server) throws Exception {
    try (HoldfastClient client = connect(server, "cut")) {
      var unused = one(CONNECTION, isOfCommands("up"));
      server.admin().command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");

      RecordedEvent down = one(CONNECTION, isOfCommands("reopening"));
      assertThat(down.getString("server")).contains(Integer.toString(server.port()));
      assertThat(down.getString("reason")).isNotEmpty();
      eventually().isTrue("up again", () -> of(CONNECTION, isOfCommands("up")).size() >= 2);
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

  @Test
  void recording_startedAfterTheClient_asTheManualHasIt(@FreshServer RedisServer server)
      throws Exception {
    String manual = Files.readString(Path.of("..", "docs", "operations.md"));
    Matcher line = Pattern.compile("`jcmd PID JFR.start ([^`]*holdfast[^`]*)`").matcher(manual);
    assertThat(line.find()).isTrue();
    Path file = folder.resolve("later.jfr");
    List<String> arguments = new ArrayList<>(List.of(server.uri(), file.toString()));
    arguments.addAll(List.of(line.group(1).split(" ")));
    try (JvmProcess jvm =
        JvmProcess.of(RecordedLaterWorker.class)
            .arguments(arguments.toArray(String[]::new))
            .start()) {
      assertThat(jvm.awaitLine("^recorder (.*)$").group(1)).isEqualTo("not started, not loaded");
      assertThat(jvm.awaitLine("^recorded, (.*)$").group(1)).isEqualTo("loaded");
    }
    assertThat(RecordingFile.readAllEvents(file))
        .filteredOn(event -> event.getEventType().getName().equals(ACQUIRE))
        .isNotEmpty()
        .allSatisfy(event -> assertThat(event.getString("lock")).isEqualTo("recorded later"));
  }

  /** As in an image that jlink made without it, on the class path and as a module. */
  @Test
  void lock_withoutTheModuleOfTheRecorder_works(@FreshServer RedisServer server) throws Exception {
    String modules = "java.logging,java.management,java.naming,jdk.net,jdk.unsupported";
    assertThat(run(server, "--limit-modules", modules)).isEqualTo("class path, jdk.jfr is missing");
    assertThat(
            run(
                server,
                "--limit-modules",
                modules + ",io.holdfast.lock.core",
                "--add-modules",
                "io.holdfast.lock.core",
                "--module-path",
                modulePath(),
                "--patch-module",
                "io.holdfast.lock.core=" + home(FlightRecorderIT.class)))
        .isEqualTo("modules, jdk.jfr is missing");
  }

  private static String run(RedisServer server, String... options) throws InterruptedException {
    try (JvmProcess jvm =
        JvmProcess.of(UnrecordedWorker.class).options(options).arguments(server.uri()).start()) {
      return jvm.awaitLine("^(.*), token (\\d+)$").group(1);
    }
  }

  /** What lock-core needs, without its tests. */
  private static String modulePath() {
    return Stream.concat(
            Stream.of(home(DistributedLock.class), home(HoldfastClient.class)),
            Stream.of(
                    System.getProperty(
                            "surefire.test.class.path", System.getProperty("java.class.path"))
                        .split(File.pathSeparator, -1))
                .filter(entry -> entry.matches(RUNTIME)))
        .distinct()
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String home(Class<?> of) {
    return Path.of(URI.create(of.getProtectionDomain().getCodeSource().getLocation().toString()))
        .toString();
  }
}
