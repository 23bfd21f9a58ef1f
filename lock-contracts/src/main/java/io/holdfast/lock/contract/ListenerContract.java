package io.holdfast.lock.contract;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LeaseLostException;
import io.holdfast.lock.LockEvent;
import io.holdfast.lock.LockListener;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a listener of a client hears, and in which order. */
@SuppressWarnings("LockNotBeforeTry") // a failed test ends its clients, and so their holds
public abstract class ListenerContract extends ContractSuite {

  /** A release without an answer in time is sent again, and reported when that is acknowledged. */
  private static final ClientSpec.Pace ANSWERS_IN_TIME =
      new ClientSpec.Pace(
          ClientSpec.Pace.CALM.claimLease(), Duration.ofSeconds(30), Duration.ofMinutes(1));

  private final Listening listening = new Listening();
  private final Listening direct = new Listening();

  @Override
  ClientSpec spec() {
    return super.spec()
        .lease(SHORT_LEASE)
        .pace(ANSWERS_IN_TIME)
        .listener(
            new LockListener() {
              @Override
              public void acquired(LockEvent event, Duration waited) {
                throw new IllegalStateException("careless listener");
              }
            })
        .listener(listening)
        .directListener(direct);
  }

  /** The events of this lock except renewals, as the machine may be slow. */
  private List<String> story() {
    return listening.events().stream()
        .filter(event -> !event.what().equals("renewed"))
        .map(event -> event.what() + " " + event.lockName() + " " + event.token())
        .toList();
  }

  private String event(String what, long token) {
    return what + " " + name + " " + token;
  }

  private void awaitStory(String... events) {
    eventually()
        .expect(
            "the story " + List.of(events), this::story, story -> story.size() >= events.length);
    assertThat(story()).containsExactly(events);
  }

  @Test
  void acquiredAndReleased_threadAndHandle_areTold() throws Exception {
    lock.lock();
    long first = lock.token();
    lock.lock();
    lock.unlock();
    lock.unlock();
    Hold hold = lock.acquire();
    hold.close();

    awaitStory(
        event("acquired", first),
        event("released", first),
        event("acquired", hold.token()),
        event("released", hold.token()));
    assertThat(listening.waits()).allMatch(waited -> !waited.isNegative());
  }

  @Test
  void events_ofAnyHold_tellKindNameTokenAndClient() throws Exception {
    Hold released = lock.acquire();
    released.close();
    Hold lost = lock.acquire();
    assertThat(others.forceUnlock()).isTrue();
    // A loss may be reported before earlier events.
    eventually()
        .isTrue(
            "all four are told",
            () -> listening.count("lost FORCED") == 1 && listening.subjects().size() >= 4);

    assertThat(listening.subjects())
        .allMatch(event -> event.kind() == fixture().kind())
        .allMatch(event -> event.lockName().equals(name))
        .allMatch(event -> event.clientLabel().equals("first"))
        .extracting(LockEvent::token)
        .containsOnly(released.token(), lost.token());
  }

  @Test
  void released_afterAWhile_tellsForHowLongItWasHeld() throws Exception {
    Hold hold = lock.acquire();
    stays(Duration.ofMillis(150), "held", hold::isValid);
    hold.close();

    eventually().isTrue("told", () -> listening.times().size() == 1);
    assertThat(listening.times().get(0)).isBetween(Duration.ofMillis(150), LIMIT.multipliedBy(2));
  }

  @Test
  void acquired_afterWaiting_tellsHowLong() {
    Actor alice = holderOf(others);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(lock::lock);
    awaitQueueLength(1);
    stays(Duration.ofMillis(150), "waiting", () -> !waiting.isDone());
    alice.does(others::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);
    bob.does(lock::unlock);

    eventually().isTrue("told", () -> listening.waits().size() == 1);
    assertThat(listening.waits().get(0)).isBetween(Duration.ofMillis(150), LIMIT.multipliedBy(2));
  }

  @Test
  void acquired_free_tellsHardlyAnyWait() {
    lock.lock();
    lock.unlock();
    eventually().isTrue("told", () -> listening.waits().size() == 1);
    assertThat(listening.waits().get(0)).isLessThan(AT_ONCE);
  }

  @Test
  void passedOn_toAThreadOfTheSameClient_isToldWhereItHappens() {
    Actor alice = holderOf(lock);
    long first = alice.says(lock::token);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(lock::lock);
    bob.awaitParked(waiting);
    long before = scriptCalls();
    alice.does(lock::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);
    long second = bob.says(lock::token);
    if (fixture().passesOn()) {
      // A renewal may fall in between.
      assertThat(scriptCalls() - before).isLessThanOrEqualTo(1);
    }
    bob.does(lock::unlock);

    if (fixture().passesOn()) {
      awaitStory(
          event("acquired", first),
          event("passedOn", first),
          event("acquired", second),
          event("released", second));
    } else { // a release is reported when it is acknowledged
      eventually().expect("all events", this::story, story -> story.size() == 4);
      assertThat(story())
          .containsExactlyInAnyOrder(
              event("acquired", first),
              event("released", first),
              event("acquired", second),
              event("released", second))
          .startsWith(event("acquired", first))
          .endsWith(event("released", second));
    }
  }

  @Test
  void renewed_held_isTold() {
    lock.lock();
    long token = lock.token();
    Listening.Event renewed = new Listening.Event("renewed", name, token);
    eventually()
        .expect(
            "two renewals",
            () -> listening.events().stream().filter(renewed::equals).count(),
            count -> count >= 2);
    lock.unlock();
  }

  @Test
  void lost_byForce_isTold() throws Exception {
    Hold hold = lock.acquire();
    awaitStory(event("acquired", hold.token())); // a loss would not wait for that
    assertThat(others.forceUnlock()).isTrue();
    awaitStory(event("acquired", hold.token()), event("lost FORCED", hold.token()));
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);
    lock.acquire().close();
    eventually().isTrue("told", () -> story().size() == 4);
    assertThat(story().get(1)).isEqualTo(event("lost FORCED", hold.token()));
  }

  @Test
  void lost_afterAWhile_tellsForHowLongItWasHeld() throws Exception {
    Hold hold = lock.acquire();
    stays(Duration.ofMillis(150), "held", hold::isValid);
    assertThat(others.forceUnlock()).isTrue();

    eventually().isTrue("told", () -> listening.times().size() == 1);
    assertThat(listening.times().get(0)).isBetween(Duration.ofMillis(150), LIMIT.multipliedBy(2));
  }

  @Test
  void lost_expired_isTold() {
    lock.lock(Duration.ofSeconds(2));
    long token = lock.token();
    eventually().expect("both are told", this::story, story -> story.size() == 2);
    assertThat(story())
        .containsExactlyInAnyOrder(event("acquired", token), event("lost EXPIRED", token));
    assertThat(lock.isHeldByCurrentThread()).isFalse();
  }

  @Test
  void lost_foundByTheRelease_isNotAlsoToldAsReleased() throws Exception {
    requireServer();
    Hold hold = lock.acquire();
    awaitStory(event("acquired", hold.token())); // a loss would not wait for that
    String key = fixture().keys(name).get(0);
    fixture().servers().forEach(server -> server.admin().number("DEL", key));
    assertThatThrownBy(hold::close).isInstanceOf(LeaseLostException.class);

    awaitStory(event("acquired", hold.token()), event("lost GONE", hold.token()));
  }

  @Test
  void lost_byClosing_isTold() throws Exception {
    Listening own = new Listening();
    LockClient client = open(ClientSpec.defaults().listener(own));
    Hold hold = client.lock(name).acquire();
    client.close();
    eventually()
        .isTrue(
            "told",
            () ->
                own.events()
                    .contains(new Listening.Event("lost CLIENT_CLOSED", name, hold.token())));
  }

  @Test
  void events_ofManyTurns_comeInTheOrderInWhichTheyHappened() {
    for (int i = 0; i < 100; i++) {
      lock.lock();
      lock.unlock();
    }
    eventually().expect("all events", this::story, story -> story.size() == 200);
    List<Listening.Event> events =
        listening.events().stream().filter(event -> !event.what().equals("renewed")).toList();
    for (int i = 0; i < 200; i += 2) {
      assertThat(events.get(i).what()).isEqualTo("acquired");
      assertThat(events.get(i + 1).what()).isEqualTo("released");
      assertThat(events.get(i + 1).token()).isEqualTo(events.get(i).token());
    }
    assertThat(events.stream().map(Listening.Event::token)).isSorted();
  }

  @Test
  void events_ofManyThreads_comeInTheOrderInWhichTheyHappened() throws Exception {
    int threads = 4;
    int turns = 300;
    lock.lock();
    lock.unlock(); // from now on the server knows the scripts: no release is sent twice
    eventually().expect("told", this::story, story -> story.size() == 2);
    threads()
        .start(
            threads,
            "owner",
            () -> {
              for (int i = 0; i < turns; i++) {
                lock.lock();
                lock.unlock();
              }
            });
    threads().joinAll();
    int expected = 2 + 2 * threads * turns;
    eventually().expect("all events", this::story, story -> story.size() == expected);
    List<Listening.Event> events =
        listening.events().stream().filter(event -> !event.what().equals("renewed")).toList();
    if (fixture().acknowledgesInOrder()) {
      for (int i = 0; i < expected; i += 2) {
        List<Listening.Event> near = events.subList(Math.max(0, i - 4), Math.min(expected, i + 6));
        assertThat(events.get(i).what()).as("event %s, near %s", i, near).isEqualTo("acquired");
        assertThat(events.get(i + 1))
            .as("event %s, near %s", i + 1, near)
            .matches(end -> List.of("released", "passedOn").contains(end.what()))
            .extracting(Listening.Event::token)
            .isEqualTo(events.get(i).token());
      }
      assertThat(events.stream().map(Listening.Event::token)).isSorted();
      return;
    }
    // A release is reported when it is acknowledged: the next owner may have been reported before.
    assertThat(tokensOf(events, "acquired")).hasSize(expected / 2).isSorted();
    assertThat(tokensOf(events, "released", "passedOn"))
        .containsExactlyInAnyOrderElementsOf(tokensOf(events, "acquired"));
    for (long token : tokensOf(events, "acquired")) {
      assertThat(events.stream().filter(event -> event.token() == token))
          .first()
          .extracting(Listening.Event::what)
          .isEqualTo("acquired");
    }
  }

  private static List<Long> tokensOf(List<Listening.Event> events, String... what) {
    return events.stream()
        .filter(event -> List.of(what).contains(event.what()))
        .map(Listening.Event::token)
        .toList();
  }

  /** It hears the same events in another thread, each by itself. */
  @Test
  void directListener_hearsWhatAnotherHears() throws Exception {
    lock.lock();
    lock.unlock();
    lock.acquire().close();
    lock.acquireAsync().get().close();
    Actor alice = holderOf(lock);
    Actor bob = actor("bob");
    CompletableFuture<?> waiting = bob.starts(lock::lock);
    bob.awaitParked(waiting);
    alice.does(lock::unlock);
    assertThat(waiting).succeedsWithin(LIMIT);
    bob.does(lock::unlock);
    alice.does(others::lock);
    assertThat(lock.tryLock()).isFalse();
    assertThat(lock.tryAcquire(Duration.ofMillis(300))).isEmpty(); // long enough to wait at all
    alice.does(others::unlock);
    Hold unused = lock.acquire(); // it is lost
    assertThat(others.forceUnlock()).isTrue();

    eventually().isTrue("the loss is told", () -> direct.count("lost FORCED") == 1);
    // Six holds begin, and end; two attempts fail.
    eventually().isTrue("all is told", () -> told(direct).size() >= 14);
    eventually().isTrue("to both", () -> told(direct).equals(told(listening)));
    assertThat(direct.failures())
        .extracting(Listening.Failure::why)
        .containsExactly(LockListener.Why.HELD, LockListener.Why.TIMEOUT);
    assertThat(told(direct)).hasSize(14);
  }

  /** Sorted, as a listener in the caller's thread hears earlier. */
  private List<String> told(Listening listener) {
    return Stream.concat(
            listener.events().stream()
                .filter(event -> !event.what().equals("renewed"))
                .map(event -> event(event.what(), event.token())),
            listener.failures().stream().map(failure -> "failed " + failure.why()))
        .sorted()
        .toList();
  }

  @Test
  void refusedTry_tellsOfNoHold() {
    Actor alice = holderOf(others);
    assertThat(lock.tryLock()).isFalse();
    alice.does(others::unlock);
    lock.lock();
    lock.unlock();
    eventually().isTrue("told", () -> story().size() >= 2);
    assertThat(story()).hasSize(2);
  }
}
