package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Lease;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.local.LocalLocks;
import io.holdfast.micrometer.HoldfastMetrics;
import io.holdfast.spring.EnableHoldfast;
import io.holdfast.spring.HoldTemplate;
import io.holdfast.spring.Locked;
import io.holdfast.spring.LockedSettings;
import io.holdfast.spring.LocksOfKinds;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;

/** Whether {@code @Locked} is heeded, and with which defaults. No server is needed. */
class HoldfastAnnotationAutoConfigurationTest {

  private final ApplicationContextRunner runner =
      Contexts.runner()
          .withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class))
          .withBean(Orders.class);

  static class Orders {
    @Locked("order:#{#p0}")
    @Transactional
    public void pay(long id) {}
  }

  private static List<Integer> ordersOfAdvice(ApplicationContext context) {
    return Arrays.stream(((Advised) context.getBean(Orders.class)).getAdvisors())
        .map(advisor -> ((Ordered) advisor).getOrder())
        .toList();
  }

  // ---- what there is

  @Test
  void locked_byDefault_isHeeded() {
    runner.run(
        context -> {
          assertThat(context).hasSingleBean(HoldTemplate.class);
          assertThat(context.getBean(LockedSettings.class)).isEqualTo(LockedSettings.defaults());
          assertThat(ordersOfAdvice(context)).containsExactly(LockedSettings.DEFAULT_ORDER);
        });
  }

  @Test
  void locked_properties_areTheDefaults() {
    runner
        .withPropertyValues(
            "holdfast.annotations.order=7",
            "holdfast.annotations.wait-at-most=3s",
            "holdfast.annotations.lease=renewed 1m",
            "holdfast.annotations.strict-order=false")
        .run(
            context -> {
              assertThat(context.getBean(LockedSettings.class))
                  .isEqualTo(
                      new LockedSettings(
                          Duration.ofSeconds(3), Lease.renewed(Duration.ofMinutes(1)), 7, false));
              assertThat(ordersOfAdvice(context)).containsExactly(7);
            });
  }

  @Test
  void locked_fixedLease_isTaken() {
    runner
        .withPropertyValues("holdfast.annotations.lease=30s")
        .run(
            context ->
                assertThat(context.getBean(LockedSettings.class).lease())
                    .isEqualTo(Lease.fixed(Duration.ofSeconds(30))));
  }

  @ParameterizedTest
  @CsvSource({
    "holdfast.annotations.lease, soon",
    "holdfast.annotations.lease, renewed soon",
    "holdfast.annotations.lease, 25h",
    "holdfast.annotations.wait-at-most, 25h",
  })
  void locked_propertyOutOfBounds_isRefusedByName(String property, String value) {
    runner
        .withPropertyValues(property + "=" + value)
        .run(
            context ->
                assertThat(
                        analyzed(
                                new HoldfastConfigurationFailureAnalyzer(),
                                context.getStartupFailure())
                            .getDescription())
                    .contains(property));
  }

  private static FailureAnalysis analyzed(FailureAnalyzer analyzer, Throwable failure) {
    FailureAnalysis analysis = analyzer.analyze(failure);
    assertThat(analysis).as("analysis of %s", failure).isNotNull();
    return analysis;
  }

  @Test
  void locked_disabled_isNotHeeded() {
    for (String property : List.of("holdfast.annotations.enabled", "holdfast.enabled")) {
      runner
          .withPropertyValues(property + "=false")
          .run(
              context -> {
                assertThat(context).hasNotFailed().doesNotHaveBean(HoldTemplate.class);
                assertThat(AopUtils.isAopProxy(context.getBean(Orders.class))).isFalse();
              });
    }
  }

  @Test
  void locked_disabledWithLocksOfABean_isHeeded() {
    LocksOfKinds others = (kind, client) -> LocalLocks.create();
    runner
        .withPropertyValues("holdfast.enabled=false")
        .withBean(LocksOfKinds.class, () -> others)
        .run(
            context -> {
              assertThat(context)
                  .hasNotFailed()
                  .hasSingleBean(HoldTemplate.class)
                  .doesNotHaveBean(HoldfastClient.class);
              assertThat(AopUtils.isAopProxy(context.getBean(Orders.class))).isTrue();
            });
  }

  @Test
  void locked_withoutItsModule_isLeftOut() {
    runner
        .withClassLoader(new FilteredClassLoader(Locked.class))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasBean("holdfastClient")
                    .doesNotHaveBean(LockedSettings.class)
                    .doesNotHaveBean(HoldTemplate.class));
  }

  // ---- what the application has itself

  @Test
  void locked_settingsOfTheApplication_win() {
    LockedSettings own = LockedSettings.defaults().waitAtMost(Duration.ZERO);
    runner
        .withBean(LockedSettings.class, () -> own)
        .withPropertyValues("holdfast.annotations.wait-at-most=3s")
        .run(context -> assertThat(context.getBean(LockedSettings.class)).isSameAs(own));
  }

  @Test
  void locked_enabledByTheApplication_isHeededOnceWithItsOrder() {
    runner
        .withUserConfiguration(OwnOrder.class)
        .run(
            context -> {
              assertThat(context).hasNotFailed().hasSingleBean(HoldTemplate.class);
              assertThat(ordersOfAdvice(context)).containsExactly(5);
            });
  }

  @Configuration(proxyBeanMethods = false)
  @EnableHoldfast(order = 5)
  static class OwnOrder {}

  // ---- transactions

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement
  static class Transactions {
    @Bean
    PlatformTransactionManager transactions() {
      return new NoDatabase();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement(order = 0)
  static class OuterTransactions {
    @Bean
    PlatformTransactionManager transactions() {
      return new NoDatabase();
    }
  }

  private static final class NoDatabase extends AbstractPlatformTransactionManager {
    private static final long serialVersionUID = 1L;

    @Override
    protected Object doGetTransaction() {
      return this;
    }

    @Override
    protected void doBegin(
        Object transaction, org.springframework.transaction.TransactionDefinition definition) {}

    @Override
    protected void doCommit(DefaultTransactionStatus status) {}

    @Override
    protected void doRollback(DefaultTransactionStatus status) {}
  }

  @Test
  void locked_transactional_isOutside() {
    runner
        .withUserConfiguration(Transactions.class)
        .run(
            context ->
                assertThat(ordersOfAdvice(context))
                    .containsExactly(LockedSettings.DEFAULT_ORDER, Ordered.LOWEST_PRECEDENCE));
  }

  @Test
  void locked_transactionOutside_stopsTheStartAndIsExplained() {
    ApplicationContextRunner wrong = runner.withUserConfiguration(OuterTransactions.class);
    wrong.run(
        context -> {
          FailureAnalysis analysis =
              analyzed(new LockedFailureAnalyzer(), context.getStartupFailure());
          assertThat(analysis.getDescription()).contains("Orders.pay(long)", "transaction");
          assertThat(analysis.getAction())
              .contains("holdfast.annotations.order", "holdfast.annotations.strict-order=false");
        });
    wrong
        .withPropertyValues("holdfast.annotations.order=-2147483648")
        .run(context -> assertThat(context).hasNotFailed());
    wrong
        .withPropertyValues("holdfast.annotations.strict-order=false")
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void analyzer_methodThatWillNotDo_namesNoOrder() {
    assertThat(
            new LockedFailureAnalyzer()
                .analyze(new IllegalStateException("@Locked on Orders.pay(): it is final"))
                .getAction())
        .isEqualTo("Change the annotation, the method or its bean.");
  }

  @Test
  void analyzer_otherFailure_isLeftToOthers() {
    assertThat(new LockedFailureAnalyzer().analyze(new IllegalStateException("other"))).isNull();
  }

  /** A bean that is made too early misses post-processors; Spring warns of each. */
  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void start_beansOfOurs_areNotMadeTooEarly(CapturedOutput output) {
    runner
        .withUserConfiguration(Transactions.class)
        .withBean(SimpleMeterRegistry.class)
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(HoldfastMetrics.class));
    assertThat(output.getAll()).doesNotContain("is not eligible for");
  }
}
