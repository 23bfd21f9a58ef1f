package io.holdfast.lock.contract;

import static io.holdfast.lock.contract.ContractWorld.AT_ONCE;
import static io.holdfast.lock.contract.ContractWorld.A_WHILE;
import static io.holdfast.lock.contract.ContractWorld.LIMIT;
import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static io.holdfast.lock.testkit.concurrent.Eventually.stays;
import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.proxy.ActiveFault;
import io.holdfast.lock.testkit.proxy.Command;
import io.holdfast.lock.testkit.proxy.Connections;
import io.holdfast.lock.testkit.proxy.Cut;
import io.holdfast.lock.testkit.proxy.Direction;
import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.proxy.Rule;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lost messages about a grant, whatever it is that was granted: a delay, never a hang. */
public interface LostMessageContract extends FaultyWorld {

  /** Nothing times out while a test lasts. */
  ClientSpec.Pace PATIENT =
      new ClientSpec.Pace(Duration.ofSeconds(30), Duration.ofSeconds(8), Duration.ofSeconds(60));

  /**
   * A client behind the proxy waits for what the rival has. It has asked for the second time, which
   * is soon, and asks again when that is due. Then the rival gives it back, amid a fault.
   */
  private void getsItWithTheNextQuestion(TestThreads.Body giveBack) throws Exception {
    Resource resource = faults().resource();
    resource.takeByRival();
    Actor waiter = faults().world().actor("waiter");
    Rule second = faults().proxy().when(nextRequest().nth(2)).observe();
    CompletableFuture<?> waiting = waiter.starts(resource::take);
    eventually().expect("it waits", resource::waiting, n -> n == 1);
    second.awaitFired(AT_ONCE);

    giveBack.run();

    assertThat(waiting).succeedsWithin(NEXT_QUESTION);
    assertThat(waiter.says(resource::held)).isOne();
    assertThat(resource.taken()).isOne();
    faults().proxy().heal();
    waiter.does(resource::give);
    resource.nothingLost();
  }

  @Test
  @DisplayName("failure 17: the message about the grant is lost")
  default void waiter_messagesAreLost_getsItWithTheNextQuestion() throws Exception {
    getsItWithTheNextQuestion(
        () -> {
          ActiveFault unused = faults().proxy().dropMessages(Connections.inbox());
          faults().resource().giveByRival();
        });
    assertThat(faults().proxy().counters().messagesSwallowed()).isPositive();
  }

  @Test
  @DisplayName("failure 17: it is granted while the inbox reconnects")
  default void waiter_inboxCutAsItIsGivenBack_getsItWithTheNextQuestion() throws Exception {
    getsItWithTheNextQuestion(
        () -> {
          try (ActiveFault closed = faults().proxy().refuseConnections()) {
            faults().proxy().cut(Connections.inbox(), Cut.FIN);
            faults().resource().giveByRival();
          }
        });
  }

  @Test
  @DisplayName("failure 19: the answer to the renewed subscription is lost")
  default void waiter_answerToTheSubscriptionLost_getsIt() throws Exception {
    getsItWithTheNextQuestion(
        () -> {
          Rule lost = faults().proxy().when(Command.named("SUBSCRIBE")).dropReply();
          faults().proxy().cut(Connections.inbox(), Cut.FIN);
          within(AT_ONCE).isTrue("subscribed again", () -> lost.fired() == 1);
          faults().resource().giveByRival();
        });
  }

  @Test
  @DisplayName("failure 25: the inbox is mute, though its connection stands")
  default void waiter_inboxMute_isHeardOverANewOne() throws Exception {
    getsItWithTheNextQuestion(
        () -> {
          FaultProxy proxy = faults().proxy();
          long before = proxy.counters().connections();
          ActiveFault unused = proxy.blackhole(Connections.inbox().present(), Direction.TO_CLIENT);
          within(GIVEN_UP).isTrue("another listens", () -> proxy.counters().connections() > before);
          faults().resource().giveByRival();
        });
  }

  @Test
  @DisplayName("failure 26: the server closes the connection of the subscriber")
  default void waiter_subscriberThrownOut_getsIt() throws Exception {
    getsItWithTheNextQuestion(
        () -> {
          faults().server().killClients("pubsub");
          faults().resource().giveByRival();
        });
  }

  @Test
  @DisplayName("failure 18: the grant overtakes the answer to the question")
  default void waiter_grantBeforeTheAnswer_usesIt() throws Exception {
    Resource resource = faults().resource();
    FaultProxy proxy = faults().proxy();
    resource.renewClient(PATIENT);
    resource.takeByRival();
    Rule answer = proxy.when(nextRequest()).holdReply();
    Actor waiter = faults().world().actor("waiter");
    CompletableFuture<?> waiting = waiter.starts(resource::take);
    answer.awaitFired(AT_ONCE);
    long connections = proxy.counters().connections();
    resource.giveByRival();

    if (resource.grantNeedsNoAnswer()) {
      assertThat(waiting).succeedsWithin(LIMIT);
      assertThat(proxy.counters().connections())
          .as("connections: none was given up for its silence, none is new")
          .isEqualTo(connections);
    }
    answer.release();
    assertThat(waiting).succeedsWithin(LIMIT);
    stays(
        A_WHILE,
        "the late answer does not matter",
        () -> resource.taken() == 1 && waiter.says(resource::held) == 1);
    waiter.does(resource::give);
    resource.nothingLost();
  }
}
