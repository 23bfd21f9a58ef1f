package io.holdfast.spring.integration;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.concurrent.TestThreads;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.integration.aggregator.MessageGroupProcessor;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.handler.advice.LockRequestHandlerAdvice;
import org.springframework.integration.store.MessageGroupStore;
import org.springframework.integration.store.SimpleMessageStore;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.integration.support.locks.LockRegistry;
import org.springframework.integration.support.locks.PassThruLockRegistry;
import org.springframework.integration.util.UUIDConverter;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageHandler;
import org.springframework.messaging.MessagingException;
import org.springframework.messaging.support.GenericMessage;

/** Flows of two application contexts, each with a client of its own, as two processes have it. */
@ExtendWith(RedisServerExtension.class)
class FlowIT {

  private static final String ORDER = "order-1";

  /** The groups that the aggregators released. */
  private final List<List<Object>> released = new CopyOnWriteArrayList<>();

  private final MessageGroupStore store = new SimpleMessageStore();

  @Configuration
  @EnableIntegration
  static class Aggregating {

    @Bean
    IntegrationFlow aggregating(
        LockRegistry<?> registry, MessageGroupStore store, MessageGroupProcessor processor) {
      return IntegrationFlow.from("in")
          .aggregate(
              spec ->
                  spec.lockRegistry(registry)
                      .messageStore(store)
                      .correlationStrategy(message -> ORDER)
                      .releaseStrategy(group -> group.size() >= 2)
                      .outputProcessor(processor)
                      .expireGroupsUponCompletion(true))
          .nullChannel();
    }
  }

  private AnnotationConfigApplicationContext aggregating(
      LockRegistry<?> registry, MessageGroupProcessor processor) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context.registerBean(LockRegistry.class, () -> registry);
    context.registerBean("groups", MessageGroupStore.class, () -> store);
    context.registerBean(MessageGroupProcessor.class, () -> processor);
    context.register(Aggregating.class);
    context.refresh();
    return context;
  }

  private static boolean send(AnnotationConfigApplicationContext context, String payload) {
    return context.getBean("in", MessageChannel.class).send(new GenericMessage<>(payload));
  }

  /**
   * One message is there. Each context adds another, so the group is complete. The first that
   * releases it does not go on before the second releases it, too, or waits for the lock.
   *
   * @return what became of the two messages
   */
  private List<CompletableFuture<Boolean>> aggregateInBoth(
      LockRegistry<?> first, LockRegistry<?> second, io.holdfast.lock.DistributedLock lock)
      throws InterruptedException {
    AtomicInteger releasing = new AtomicInteger();
    MessageGroupProcessor processor =
        group -> {
          List<Object> payloads = group.streamMessages().map(m -> (Object) m.getPayload()).toList();
          releasing.incrementAndGet();
          eventually()
              .isTrue(
                  "the other releases it, or waits",
                  () -> releasing.get() == 2 || lock.inspect().queueLength() == 1);
          released.add(payloads);
          return payloads;
        };
    try (AnnotationConfigApplicationContext one = aggregating(first, processor);
        AnnotationConfigApplicationContext two = aggregating(second, processor);
        TestThreads threads = TestThreads.open()) {
      send(one, "a");
      List<CompletableFuture<Boolean>> sent =
          List.of(
              threads.call("one", () -> send(one, "b")), threads.call("two", () -> send(two, "c")));
      threads.joinAll();
      return sent;
    }
  }

  @Test
  void aggregator_inTwoContexts_releasesEachMessageOnce(TestServer server) throws Exception {
    try (HoldfastClient here = HoldfastClient.connect(server.uri());
        HoldfastClient there = HoldfastClient.connect(server.uri())) {
      HoldfastLockRegistry registry = new HoldfastLockRegistry(here, "orders");

      assertThat(
              aggregateInBoth(
                  registry,
                  new HoldfastLockRegistry(there, "orders"),
                  registry.lockOf(UUIDConverter.getUUID(ORDER))))
          .allSatisfy(sent -> assertThat(sent).isCompletedWithValue(true));
    }

    assertThat(released).singleElement().asInstanceOf(LIST).hasSize(2).contains("a");
    assertThat(store.messageGroupSize(ORDER)).as("messages of the next group").isEqualTo(1);
  }

  /** So the test above can fail. */
  @Test
  void aggregator_inTwoContextsWithoutExclusion_releasesAMessageTwice(TestServer server)
      throws Exception {
    try (HoldfastClient here = HoldfastClient.connect(server.uri())) {
      var unused =
          aggregateInBoth(
              new PassThruLockRegistry(), new PassThruLockRegistry(), here.lock("not locked"));
    }

    assertThat(released).hasSize(2).allMatch(group -> group.contains("a"));
  }

  /** Where a flow ends. */
  private interface Out extends MessageHandler {}

  @Configuration
  @EnableIntegration
  static class Advised {

    @Bean
    LockRequestHandlerAdvice oneAtATime(LockRegistry<DistributedLock> registry) {
      LockRequestHandlerAdvice advice =
          new LockRequestHandlerAdvice(registry, message -> message.getPayload());
      advice.setWaitLockDuration(Duration.ZERO);
      return advice;
    }

    @Bean
    IntegrationFlow handling(LockRequestHandlerAdvice advice, Out out) {
      return IntegrationFlow.from("in").handle(out, spec -> spec.advice(advice)).get();
    }
  }

  private static AnnotationConfigApplicationContext advised(HoldfastClient client, Out out) {
    AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    context.registerBean(
        HoldfastLockRegistry.class, () -> new HoldfastLockRegistry(client, "orders"));
    context.registerBean(Out.class, () -> out);
    context.register(Advised.class);
    context.refresh();
    return context;
  }

  @Test
  void lockAdvice_heldInAnotherContext_refusesMessagesOfTheKey(TestServer server) {
    List<Object> handled = new CopyOnWriteArrayList<>();
    try (HoldfastClient here = HoldfastClient.connect(server.uri());
        HoldfastClient there = HoldfastClient.connect(server.uri());
        AnnotationConfigApplicationContext second =
            advised(there, message -> handled.add(message.getPayload()));
        AnnotationConfigApplicationContext first =
            advised(
                here,
                message -> {
                  assertThatExceptionOfType(MessagingException.class)
                      .isThrownBy(() -> send(second, "a"))
                      .withCauseInstanceOf(TimeoutException.class);
                  send(second, "b");
                })) {
      send(first, "a");
      send(second, "a");
    }

    assertThat(handled).containsExactly("b", "a");
  }

  @Test
  void lock_serverGone_throwsCannotAcquireAndUnlockReturns(@FreshServer RedisServer server)
      throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri())) {
      HoldfastLockRegistry registry = new HoldfastLockRegistry(client, "orders");
      DistributedLock held = registry.obtain("42");
      held.lock();
      server.kill();

      assertThatExceptionOfType(CannotAcquireLockException.class)
          .isThrownBy(() -> registry.obtain("43").tryLock(1, TimeUnit.SECONDS))
          .withCauseInstanceOf(LockServerException.class);
      held.unlock();
      assertThat(registry.lockOf("42").isHeldByCurrentThread()).isFalse();
    }
  }
}
