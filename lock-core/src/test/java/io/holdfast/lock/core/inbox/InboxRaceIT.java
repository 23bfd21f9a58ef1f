package io.holdfast.lock.core.inbox;

import static io.holdfast.lock.core.race.Races.assertRaceOf;
import static io.holdfast.lock.core.race.Races.noRace;
import static io.holdfast.lock.core.race.Races.noRaceOf;

import io.holdfast.lock.core.race.Nowhere;
import io.holdfast.lock.core.race.VirtualClock;
import io.holdfast.lock.core.server.Connector;
import io.holdfast.lock.core.server.ModelConnections;
import io.holdfast.lock.core.time.MonotonicClock;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Validate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every order in which messages, waiters and connections can come and go at an inbox. */
@Tag("long")
class InboxRaceIT {

  private static Inbox open(
      Network network, MonotonicClock clock, Map<Long, ? extends Recipient> recipients) {
    Connector connector = ModelConnections.of(Nowhere.resources(), network::connect);
    Inbox inbox =
        new Inbox(
            connector, "inbox", clock, Duration.ofSeconds(2), recipients, (id, lockKey) -> {});
    inbox.open();
    return inbox;
  }

  /** Opens connections at once, and knows them all. */
  private static class Network {

    final List<ModelPubSub> connections = new CopyOnWriteArrayList<>();

    CompletableFuture<StatefulRedisPubSubConnection<String, String>> connect() {
      ModelPubSub fresh = new ModelPubSub();
      connections.add(fresh);
      return CompletableFuture.completedFuture(fresh.connection());
    }

    void publish(String text) {
      connections.forEach(one -> one.message(text));
    }

    long open() {
      return connections.stream().filter(one -> !one.isClosed()).count();
    }
  }

  /** Waiters come, ask, and may have been granted the lock at once, while the inbox is replaced. */
  public static class Waiters {

    final Network present = new Network();
    final Map<Long, Waiting> recipients = new ConcurrentHashMap<>();
    private final List<Waiting> all = new CopyOnWriteArrayList<>();
    private final Inbox inbox;

    public Waiters() {
      inbox = open(present, new VirtualClock(), recipients);
    }

    @Operation
    public void comeAndAsk() {
      Waiting waiting = new Waiting();
      all.add(waiting);
      registerAndAsk(all.indexOf(waiting), waiting);
    }

    void registerAndAsk(long number, Waiting waiting) {
      recipients.put(number, waiting);
      present.publish("granted client:" + number + ":5000 1 2 5000 0");
    }

    /** Two questions were answered at the same time, and both say so. */
    @Operation
    public void nobodyListens() {
      inbox.nobodyListens();
    }

    @Validate
    public void validate() {
      if (!all.stream().allMatch(waiting -> waiting.heard.get() > 0)) {
        throw new IllegalStateException("a waiter has not heard anything");
      }
      if (present.open() != 1) {
        throw new IllegalStateException(present.open() + " connections are open");
      }
    }
  }

  /** A waiter that is served by a grant, or by the news that one may be missing. */
  private static final class Waiting implements Recipient {

    private final AtomicInteger heard = new AtomicInteger();

    @Override
    public void granted(InboxMessage.Granted grant) {
      heard.incrementAndGet();
    }

    @Override
    public void wanted() {}

    @Override
    public void lost() {}

    @Override
    public void inboxReopened(long sinceNanos) {
      heard.incrementAndGet();
    }
  }

  /** A waiter that asks before the inbox knows of it. */
  public static class HastyWaiters extends Waiters {
    @Override
    void registerAndAsk(long number, Waiting waiting) {
      present.publish("granted client:" + number + ":5000 1 2 5000 0");
      recipients.put(number, waiting);
    }
  }

  /** A connection whose echoes come, each before or after the answer that belongs to it. */
  public static class Echoes {

    private final VirtualClock clock = new VirtualClock();
    private final Network present = new Network();
    private final Inbox inbox;
    private final AtomicInteger echoes = new AtomicInteger();
    private final AtomicInteger answers = new AtomicInteger();

    public Echoes() {
      inbox = open(present, clock, Map.of());
    }

    /** The server executes a question, publishes its echo and answers. */
    @Operation
    public void execute() {
      echoes.incrementAndGet();
      answers.incrementAndGet();
    }

    @Operation(nonParallelGroup = "inbox")
    public void echoArrives() {
      if (arrives(echoes)) {
        present.publish("echo");
      }
    }

    @Operation(nonParallelGroup = "requests")
    public void answerArrives() {
      if (arrives(answers)) {
        inbox.echoPublished(clock.nanoTime());
      }
    }

    private static boolean arrives(AtomicInteger underway) {
      return underway.getAndUpdate(n -> Math.max(0, n - 1)) > 0;
    }

    @Validate
    public void validate() {
      while (echoes.get() > 0) {
        echoArrives();
      }
      while (answers.get() > 0) {
        answerArrives();
      }
      clock.advance(Duration.ofMinutes(1)); // nobody waits for a while
      execute();
      answerArrives();
      echoArrives();
      if (present.connections.size() != 1) {
        throw new IllegalStateException("opened anew for no reason");
      }
    }
  }

  /** A question whose answer and echo are in flight. */
  public static class Executed extends Echoes {
    public Executed() {
      execute();
    }
  }

  @Test
  void waiters_whileTheInboxIsReplaced_allHearSomething() {
    noRace(Waiters.class);
  }

  @Test
  void inbox_replacedFromTwoSides_hasOneConnection() {
    noRaceOf(Waiters.class, List.of("nobodyListens"), List.of("nobodyListens", "nobodyListens"));
  }

  @Test
  void waiters_thatAskBeforeTheyRegister_areFoundToMissTheirGrant() {
    assertRaceOf(
        HastyWaiters.class,
        List.of("comeAndAsk"),
        List.of("nobodyListens"),
        "a waiter has not heard anything");
  }

  @Test
  void echoes_thatAllCome_keepTheConnection() {
    noRace(Echoes.class);
  }

  @Test
  void echo_thatComesWithItsAnswer_isNotMissing() {
    noRaceOf(Executed.class, List.of("answerArrives"), List.of("echoArrives"));
  }
}
