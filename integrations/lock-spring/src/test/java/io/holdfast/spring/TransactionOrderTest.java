package io.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;

/** Whether the start fails where a transaction would commit after the unlock. */
class TransactionOrderTest {

  private static final int SAME = LockedSettings.DEFAULT_ORDER;

  static class Orders {
    @Locked("orders")
    @Transactional
    public void pay() {}

    @Transactional
    public void list() {}
  }

  static class OnlyLocked {
    @Locked("orders")
    public void pay() {}

    @Transactional
    public void list() {}
  }

  @EnableHoldfast
  static class Holdfast {
    @Bean
    static LocksOfKinds locks() {
      return (kind, client) -> {
        throw new AssertionError("no lock is needed at the start");
      };
    }
  }

  @Configuration
  @EnableTransactionManagement
  static class DefaultOrder extends Holdfast {}

  @Configuration
  @EnableTransactionManagement(order = SAME)
  static class SameOrder extends Holdfast {}

  @Configuration
  @EnableTransactionManagement(order = SAME - 1)
  static class Before extends Holdfast {}

  @Configuration
  @EnableTransactionManagement(order = SAME - 1)
  @EnableHoldfast(order = Ordered.HIGHEST_PRECEDENCE)
  static class MovedOut {
    @Bean
    static LocksOfKinds locks() {
      return Holdfast.locks();
    }
  }

  @Configuration
  static class NotStrict {
    @Bean
    static LockedSettings settings() {
      return LockedSettings.defaults().strictOrder(false);
    }
  }

  private static void start(Class<?>... types) {
    new AnnotationConfigApplicationContext(types).close();
  }

  @Test
  void start_withTheDefaults_isRight() {
    start(DefaultOrder.class, Orders.class);
    start(MovedOut.class, Orders.class);
  }

  @ParameterizedTest
  @ValueSource(classes = {SameOrder.class, Before.class})
  void start_withTheTransactionOutside_isRefused(Class<?> configuration) {
    assertThatThrownBy(() -> start(configuration, Orders.class))
        .rootCause()
        .hasMessageContaining("Orders.pay()")
        .hasMessageContaining("commits after the unlock")
        .hasMessageContaining(Integer.toString(SAME));
  }

  @Test
  void start_whereTheyDoNotMeetInAMethod_isRight() {
    start(Before.class, OnlyLocked.class);
  }

  @Test
  void start_thatIsNotStrict_bearsIt() {
    start(Before.class, NotStrict.class, Orders.class);
  }

  @Test
  void settings_ofTheAnnotation_goBeforeTheDefault() {
    try (AnnotationConfigApplicationContext context =
        new AnnotationConfigApplicationContext(MovedOut.class)) {
      assertThat(context.getBean(io.holdfast.spring.proxy.LockedAdvisor.class).getOrder())
          .isEqualTo(Ordered.HIGHEST_PRECEDENCE);
    }
  }
}
