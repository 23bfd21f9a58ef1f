package io.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.AbstractReactiveTransactionManager;
import org.springframework.transaction.reactive.GenericReactiveTransaction;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import org.springframework.transaction.reactive.TransactionalOperator;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;
import reactor.core.publisher.Mono;

/** The warning of a transaction that is open when a lock is taken. The transactions do nothing. */
@ExtendWith(RedisServerExtension.class)
class OpenTransactionIT {

  private static final String WARNING = "a transaction is open already";

  private final PrintStream systemErr = System.err;
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();

  private App app;
  private Shop shop;

  static class Shop {

    @Locked("item")
    public void sell() {}

    @Locked("item")
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public void sellInATransactionOfItsOwn() {}

    @Locked("item")
    public void sellEach(Runnable each) {
      each.run();
    }

    @Locked("item")
    public CompletableFuture<String> sellLater() {
      return CompletableFuture.completedFuture("sold");
    }

    @Locked("item")
    public Mono<String> sellReactively() {
      return Mono.just("sold");
    }

    @Locked("item")
    @Transactional(propagation = Propagation.REQUIRES_NEW)
    public Mono<String> sellReactivelyInATransactionOfItsOwn() {
      return Mono.just("sold");
    }
  }

  @BeforeEach
  void start(TestServer server) {
    app = App.start(server, Shop.class);
    shop = app.bean(Shop.class);
    System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void close() {
    System.setErr(systemErr);
    app.close();
  }

  private static void inATransaction(Runnable work) {
    new TransactionTemplate(new NoDatabase()).executeWithoutResult(status -> work.run());
  }

  private static String inAScope(int propagation, Mono<String> work) {
    return TransactionalOperator.create(
            new NoReactiveDatabase(), new DefaultTransactionDefinition(propagation))
        .transactional(work)
        .block();
  }

  private String logged() {
    return log.toString(StandardCharsets.UTF_8);
  }

  @Test
  void call_insideATransaction_warnsOnce() {
    inATransaction(shop::sell);
    inATransaction(shop::sell);

    assertThat(logged()).containsOnlyOnce(WARNING).contains("Shop.sell()");
  }

  @Test
  void call_insideATransaction_warnsForAStageToo() {
    inATransaction(() -> assertThat(shop.sellLater().join()).isEqualTo("sold"));

    assertThat(logged()).containsOnlyOnce(WARNING).contains("Shop.sellLater()");
  }

  @Test
  void call_outsideOfATransaction_doesNotWarn() {
    shop.sell();

    assertThat(logged()).doesNotContain(WARNING);
  }

  @Test
  void call_withATransactionOfItsOwn_doesNotWarn() {
    inATransaction(shop::sellInATransactionOfItsOwn);

    assertThat(logged()).doesNotContain(WARNING);
  }

  @Test
  void call_underALockTakenBeforeTheTransaction_doesNotWarn() {
    shop.sellEach(() -> inATransaction(shop::sell));

    assertThat(logged()).doesNotContain(WARNING);
  }

  @Test
  void subscription_insideAReactiveTransaction_warnsOnce() {
    for (int i = 0; i < 2; i++) {
      assertThat(inAScope(TransactionDefinition.PROPAGATION_REQUIRED, shop.sellReactively()))
          .isEqualTo("sold");
    }

    assertThat(logged()).containsOnlyOnce(WARNING).contains("Shop.sellReactively()");
  }

  @Test
  void subscription_insideAScopeWithoutATransaction_doesNotWarn() {
    assertThat(inAScope(TransactionDefinition.PROPAGATION_NOT_SUPPORTED, shop.sellReactively()))
        .isEqualTo("sold");
    assertThat(inAScope(TransactionDefinition.PROPAGATION_SUPPORTS, shop.sellReactively()))
        .isEqualTo("sold");

    assertThat(logged()).doesNotContain(WARNING);
  }

  @Test
  void subscription_withATransactionOfItsOwn_doesNotWarn() {
    inAScope(
        TransactionDefinition.PROPAGATION_REQUIRED, shop.sellReactivelyInATransactionOfItsOwn());

    assertThat(logged()).doesNotContain(WARNING);
  }

  @Test
  void subscription_byAThreadInATransaction_doesNotWarn() {
    inATransaction(() -> assertThat(shop.sellReactively().block()).isEqualTo("sold"));

    assertThat(logged()).doesNotContain(WARNING);
  }

  private static final class NoDatabase extends AbstractPlatformTransactionManager {
    private static final long serialVersionUID = 1;

    @Override
    protected Object doGetTransaction() {
      return new Object();
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {}

    @Override
    protected void doCommit(DefaultTransactionStatus status) {}

    @Override
    protected void doRollback(DefaultTransactionStatus status) {}
  }

  private static final class NoReactiveDatabase extends AbstractReactiveTransactionManager {
    private static final long serialVersionUID = 1;

    @Override
    protected Object doGetTransaction(TransactionSynchronizationManager synchronizations) {
      return new Object();
    }

    @Override
    protected Mono<Void> doBegin(
        TransactionSynchronizationManager synchronizations,
        Object transaction,
        TransactionDefinition definition) {
      return Mono.empty();
    }

    @Override
    protected Mono<Void> doCommit(
        TransactionSynchronizationManager synchronizations, GenericReactiveTransaction status) {
      return Mono.empty();
    }

    @Override
    protected Mono<Void> doRollback(
        TransactionSynchronizationManager synchronizations, GenericReactiveTransaction status) {
      return Mono.empty();
    }
  }
}
