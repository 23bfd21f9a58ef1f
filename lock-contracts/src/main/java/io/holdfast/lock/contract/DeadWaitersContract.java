package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.workload.WaitingOptions;
import io.holdfast.lock.torture.workload.WorkloadFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Fifty clients at the head of the queue that die or freeze, and a live one behind them. The fifty
 * share a few processes, which makes no difference to a server: each has connections, an id and a
 * place of its own.
 *
 * <p>The server is not a cluster, where no script knows whether a message was heard.
 */
public abstract class DeadWaitersContract extends ContractSuite implements HasWorkload {

  private static final int PROCESSES = 2;
  private static final int CLIENTS_OF_EACH = 25;
  private static final int WAITERS = PROCESSES * CLIENTS_OF_EACH;

  private static final Duration CLAIM_LEASE = Duration.ofSeconds(5);
  private static final ClientSpec.Pace PACE =
      new ClientSpec.Pace(CLAIM_LEASE, Duration.ofMillis(500), Duration.ofSeconds(30));

  /** Far less than the cost of one of them that has to be waited for. */
  private static final Duration ALL_THE_DEAD = Duration.ofSeconds(1);

  private static final Duration SHORT_PAUSE = CLAIM_LEASE.dividedBy(10);
  private static final Duration START = Duration.ofMinutes(1);
  private static final Pattern HELD = Pattern.compile("^held (\\d+) (\\d+) (\\d+|-)$");

  private final List<JvmProcess> waiters = new ArrayList<>();
  private DistributedLock last;
  private LockClient lastClient;

  /** The holder, and its arrival number. */
  private record Turn(long token, OptionalLong arrival) {}

  @Override
  ClientSpec spec() {
    return ClientSpec.defaults().label("holder").pace(PACE);
  }

  /** The settings as given: in this suite much is found out by asking again. */
  @Override
  ClientSpec refined(ClientSpec spec) {
    return spec;
  }

  @BeforeEach
  void startWaiters(TestServer server) throws InterruptedException {
    lastClient = open(spec().label("last"));
    last = lastClient.lock(name);
    WaitingOptions options =
        new WaitingOptions(
            workload().getName(), List.of(server.clientUri()), name, CLIENTS_OF_EACH, PACE);
    for (int i = 0; i < PROCESSES; i++) {
      waiters.add(started(options.command()));
    }
    for (JvmProcess each : waiters) {
      each.awaitLine(Pattern.compile("^ready"), START);
    }
  }

  @AfterEach
  void endWaiters() {
    waiters.forEach(JvmProcess::close);
  }

  /** All wait, in this order: the fifty, then the one that lives. */
  private CompletableFuture<Hold> queueUp() {
    waiters.forEach(each -> each.send("wait"));
    awaitQueueLength(WAITERS);
    CompletableFuture<Hold> behind = threads().call("last", last::acquire);
    awaitQueueLength(WAITERS + 1);
    return behind;
  }

  /** From the release of the lock to the hold of the one that lives. */
  private static Duration handOver(Hold hold, CompletableFuture<Hold> behind) throws Exception {
    long start = System.nanoTime();
    hold.close();
    behind.get(60, TimeUnit.SECONDS);
    return Duration.ofNanos(System.nanoTime() - start);
  }

  private void print(String what, Duration cost) {
    System.out.printf(
        "dead waiters of %s: %s %s cost %s ms (claim lease %s ms)%n",
        workload().getSimpleName(), WAITERS, what, cost.toMillis(), CLAIM_LEASE.toMillis());
  }

  @Test
  @DisplayName("failure 51: dead waiters at the head of the queue")
  void release_fiftyKilledAtTheHead_areNotWaitedForOneByOne(TestServer server) throws Exception {
    assertThat(costOfTheKilled(server)).isLessThan(LIMIT);
  }

  @Test
  @DisplayName("failure 51: dead waiters at the head of the queue")
  @Tag("timing")
  void release_fiftyKilledAtTheHead_costLessThanASecondAltogether(TestServer server)
      throws Exception {
    assertThat(costOfTheKilled(server)).isLessThan(ALL_THE_DEAD);
  }

  private Duration costOfTheKilled(TestServer server) throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<Hold> behind = queueUp();
    int connections = server.clients().size();
    waiters.forEach(JvmProcess::kill);
    eventually()
        .expect(
            "the server knows", server::clients, left -> left.size() <= connections - 2 * WAITERS);

    Duration cost = handOver(hold, behind);

    print("killed at the head", cost);
    behind.get().close();
    assertThat(lock.isLocked()).isFalse();
    return cost;
  }

  @Test
  @DisplayName("failures 51, 53: frozen waiters at the head of the queue, for short and for long")
  void release_fiftyFrozenAtTheHead_keepTheirPlacesOrCostOneClaimLeaseAltogether()
      throws Exception {
    keepTheirPlaces();
    assertThat(costOfTheFrozen()).as("not one by one").isLessThan(LIMIT);
  }

  @Test
  @DisplayName("failure 51: frozen waiters at the head of the queue")
  @Tag("timing")
  void release_fiftyFrozenAtTheHead_costOneClaimLeaseAltogether() throws Exception {
    assertThat(costOfTheFrozen()).isLessThan(CLAIM_LEASE.multipliedBy(3).dividedBy(2));
  }

  private void keepTheirPlaces() throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<Hold> behind = queueUp();
    waiters.forEach(JvmProcess::freeze);
    hold.close();
    stays(SHORT_PAUSE, "the first of them is waited for", () -> !behind.isDone());
    waiters.forEach(JvmProcess::thaw);

    Hold end = behind.get(60, TimeUnit.SECONDS);
    // They reported it before they let the next one in, but the test has to read it.
    List<Turn> turns =
        eventually().expect("served before the last", this::turns, all -> all.size() == WAITERS);
    turns.add(new Turn(end.token(), arrival(end)));
    assertThat(turns).allMatch(turn -> turn.token() <= end.token());
    turns.sort(Comparator.comparing(Turn::token));
    assertThat(turns.stream().map(Turn::arrival).flatMapToLong(OptionalLong::stream).boxed())
        .as("arrivals, by token")
        .isSorted();
    end.close();
    awaitFreeAndUnwanted();
  }

  private Duration costOfTheFrozen() throws Exception {
    Hold hold = lock.acquire();
    CompletableFuture<Hold> behind = queueUp();
    int before = turns().size();
    waiters.forEach(JvmProcess::freeze);

    Duration cost = handOver(hold, behind);

    print("frozen at the head", cost);
    waiters.forEach(JvmProcess::thaw);
    behind.get().close();
    eventually()
        .expect(
            "all of them get there in the end", this::turns, all -> all.size() == before + WAITERS);
    awaitFreeAndUnwanted();
    return cost;
  }

  private OptionalLong arrival(Hold hold) {
    return WorkloadFixture.named(workload().getName()).keepsOrderOfArrival()
        ? OptionalLong.of(lastClient.arrivalOf(hold))
        : OptionalLong.empty();
  }

  /** The output of the fifty so far. */
  private List<Turn> turns() {
    List<Turn> turns = new ArrayList<>();
    for (JvmProcess each : waiters) {
      for (String line : each.output()) {
        assertThat(line).doesNotStartWith("failed");
        Matcher held = HELD.matcher(line);
        if (held.find()) {
          String arrival = held.group(3);
          turns.add(
              new Turn(
                  Long.parseLong(held.group(2)),
                  arrival.equals("-")
                      ? OptionalLong.empty()
                      : OptionalLong.of(Long.parseLong(arrival))));
        }
      }
    }
    return turns;
  }
}
