package io.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.holdfast.lock.Lease;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.core.annotation.AliasFor;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What stops the start, and what does not. No server is asked. */
class LockedStartTest {

  @Configuration
  @EnableHoldfast
  static class Enabled {
    @Bean
    static LocksOfKinds locks() {
      return (kind, client) -> fail("no lock is needed at the start");
    }
  }

  @Configuration
  @EnableHoldfast
  static class WithoutLocks {}

  @Configuration
  @EnableHoldfast
  static class WithClients {
    @Bean
    @Lazy
    HoldfastClient first() {
      return fail("made too early");
    }

    @Bean
    @Lazy
    HoldfastClient second() {
      return fail("made too early");
    }
  }

  private static Throwable refusal(Class<?>... types) {
    Throwable thrown = catchThrowable(() -> start(types).close());
    assertThat(thrown).as("the start of %s", List.of(types)).isNotNull();
    Throwable last = thrown;
    while (!(last instanceof IllegalStateException && last.getMessage().startsWith("@Locked on"))) {
      last = last.getCause();
      assertThat(last).as("a refusal among the causes of %s", thrown).isNotNull();
    }
    return last;
  }

  private static AnnotationConfigApplicationContext start(Class<?>... types) {
    return new AnnotationConfigApplicationContext(types);
  }

  // ---- methods

  static class PrivateMethod {
    @Locked("a")
    private void pay() {}

    void use() {
      pay();
    }
  }

  static class StaticMethod {
    @Locked("a")
    static void pay() {}
  }

  static class FinalMethod {
    @Locked("a")
    public final void pay() {}
  }

  static final class FinalClass {
    @Locked("a")
    public void pay() {}
  }

  interface Payments {
    void charge();
  }

  static class BesideTheInterface implements Payments {
    @Override
    public void charge() {}

    @Locked("a")
    public void pay() {}
  }

  static class InheritedPrivate extends PrivateMethod {}

  // ---- names

  static class NotParsed {
    @Locked("order:#{#id.}")
    public void pay(String id) {}
  }

  static class NotClosed {
    @Locked("order:#{#id")
    public void pay(String id) {}
  }

  static class UnknownVariable {
    @Locked("order:#{#orderId}")
    public void pay(String id) {}
  }

  static class UnknownInSecond {
    @Locked({"a:#{#id}", "b:#{#other}"})
    public void pay(String id) {}
  }

  static class UnknownIndex {
    @Locked("order:#{#p1}")
    public void pay(String id) {}
  }

  static class UnknownDeepInside {
    @Locked("order:#{#id.concat(#other)}")
    public void pay(String id) {}
  }

  static class Unwrapped {
    @Locked("order:#id")
    public void pay(String id) {}
  }

  static class UnwrappedBesideWrapped {
    @Locked("order:#{#id}:#id")
    public void pay(String id) {}
  }

  static class WithoutHash {
    @Locked("order:#{id}")
    public void pay(String id) {}
  }

  static class UnknownFunction {
    @Locked("order:#{#of(#id)}")
    public void pay(String id) {}
  }

  static class BlankName {
    @Locked({"a", " "})
    public void pay() {}
  }

  static class NoName {
    @Locked({})
    public void pay() {}
  }

  static class NoPlaceholder {
    @Locked("order:${nowhere.defined}")
    public void pay() {}
  }

  // ---- times

  static class BadWait {
    @Locked(value = "a", waitAtMost = "soon")
    public void pay() {}
  }

  static class LongWait {
    @Locked(value = "a", waitAtMost = "25h")
    public void pay() {}
  }

  static class ShortLease {
    @Locked(value = "a", lease = "99ms")
    public void pay() {}
  }

  static class LongLease {
    @Locked(value = "a", lease = "renewed 25h")
    public void pay() {}
  }

  static class BadLease {
    @Locked(value = "a", lease = "forever")
    public void pay() {}
  }

  static class BadCap {
    @Locked(value = "a", cap = "1d")
    public void pay() {}
  }

  static class CapOfFixed {
    @Locked(value = "a", lease = "30s", cap = "1m")
    public void pay() {}
  }

  // ---- results

  static class SkippedPrimitive {
    @Locked(value = "a", onTimeout = OnTimeout.SKIP)
    public int pay() {
      return 1;
    }
  }

  static class SkippedUnreachable {
    @Locked(value = "a", onUnreachable = OnUnreachable.SKIP)
    public boolean pay() {
      return true;
    }
  }

  static class NoFallback {
    @Locked(value = "a", onTimeout = OnTimeout.SKIP, fallback = "later")
    public void pay(String id) {}
  }

  static class FallbackOfOthers {
    @Locked(value = "a", onTimeout = OnTimeout.SKIP, fallback = "later")
    public void pay(String id) {}

    public void later(Long id) {}
  }

  static class FallbackReturnsOther {
    @Locked(value = "a", onTimeout = OnTimeout.SKIP, fallback = "later")
    public Mono<String> pay() {
      return Mono.empty();
    }

    public Mono<Long> later() {
      return Mono.empty();
    }
  }

  static class FallbackNeverCalled {
    @Locked(value = "a", fallback = "later")
    public void pay() {}

    public void later() {}
  }

  static class PlainFuture {
    @Locked("a")
    public Future<String> pay() {
      return new FutureTask<>(() -> "");
    }
  }

  static class OfCallable {
    @Locked("a")
    public Callable<String> pay() {
      return () -> "";
    }
  }

  static class OwnFuture extends CompletableFuture<String> {}

  static class OfOwnFuture {
    @Locked("a")
    public OwnFuture pay() {
      return new OwnFuture();
    }
  }

  static class NoLock {
    @Locked(value = "a", kind = LockKind.SEMAPHORE)
    public void pay() {}
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        arguments(PrivateMethod.class, "it is private"),
        arguments(InheritedPrivate.class, "it is private"),
        arguments(StaticMethod.class, "it is static"),
        arguments(FinalMethod.class, "it is final"),
        arguments(FinalClass.class, "the class is final"),
        arguments(BesideTheInterface.class, "none has this method"),
        arguments(NotParsed.class, "order:#{#id.}"),
        arguments(NotClosed.class, "order:#{#id"),
        arguments(UnknownVariable.class, "#orderId is no parameter; known are [a0, id, p0, root"),
        arguments(UnknownInSecond.class, "b:#{#other}"),
        arguments(UnknownIndex.class, "#p1 is no parameter"),
        arguments(UnknownDeepInside.class, "#other is no parameter"),
        arguments(Unwrapped.class, "#id stands outside of #{ }"),
        arguments(UnwrappedBesideWrapped.class, "#id stands outside of #{ }"),
        arguments(WithoutHash.class, "'id' is no property of #root"),
        arguments(UnknownFunction.class, "is no function"),
        arguments(BlankName.class, "must not be blank"),
        arguments(NoName.class, "at least one name"),
        arguments(NoPlaceholder.class, "nowhere.defined"),
        arguments(BadWait.class, "waitAtMost 'soon'"),
        arguments(LongWait.class, "waitAtMost '25h': must be from 0 to 24 h"),
        arguments(ShortLease.class, "lease PT0.099S: must be from 100 ms to 24 h"),
        arguments(LongLease.class, "lease PT25H: must be from 100 ms to 24 h"),
        arguments(BadLease.class, "lease 'forever'"),
        arguments(BadCap.class, "cap '1d'"),
        arguments(CapOfFixed.class, "cap '1m'"),
        arguments(SkippedPrimitive.class, "SKIP has no int to return"),
        arguments(SkippedUnreachable.class, "SKIP has no boolean to return"),
        arguments(
            NoFallback.class, "fallback 'later': there is no method NoFallback.later(String)"),
        arguments(FallbackOfOthers.class, "fallback 'later'"),
        arguments(FallbackReturnsOther.class, "must return"),
        arguments(FallbackNeverCalled.class, "never called"),
        arguments(PlainFuture.class, "java.util.concurrent.Future"),
        arguments(OfCallable.class, "java.util.concurrent.Callable"),
        arguments(OfOwnFuture.class, "OwnFuture"));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void start_whatCannotWork_isRefusedWithMethodAndValue(Class<?> bean, String problem) {
    assertThat(refusal(Enabled.class, bean))
        .hasMessageContaining("%s.", bean.getSimpleName())
        .hasMessageContaining("pay(")
        .hasMessageContaining(problem);
  }

  @Lazy
  static class LazyBean extends Unwrapped {}

  @Scope("prototype")
  static class PrototypeBean extends Unwrapped {}

  @Test
  void start_beansThatAreMadeLater_areRefusedToo() {
    assertThat(refusal(Enabled.class, LazyBean.class)).hasMessageContaining("#id stands outside");
    assertThat(refusal(Enabled.class, PrototypeBean.class))
        .hasMessageContaining("#id stands outside");
  }

  // ---- locks

  static class Plain {
    @Locked("a")
    public void pay() {}
  }

  static class OfThird {
    @Locked(value = "a", client = "third")
    public void pay() {}
  }

  static class Quorum {
    @Locked(value = "a", kind = LockKind.QUORUM)
    public void pay() {}
  }

  static class OfFirst {
    @Locked(value = "a", client = "first")
    public void pay() {}
  }

  @Test
  void start_withoutAClient_isRefused() {
    assertThat(refusal(WithoutLocks.class, Plain.class))
        .hasMessageContaining("Plain.pay()")
        .hasMessageContaining("needs a bean of type io.holdfast.lock.core.HoldfastClient");
  }

  @Test
  void start_withSeveralClients_needsOneToBeNamed() {
    assertThat(refusal(WithClients.class, Plain.class))
        .hasMessageContaining("several beans of type HoldfastClient, [first, second]");
    assertThat(refusal(WithClients.class, OfThird.class))
        .hasMessageContaining("client 'third'")
        .hasMessageContaining("[first, second]");
    try (AnnotationConfigApplicationContext context = start(WithClients.class, OfFirst.class)) {
      assertThat(context.getBean(OfFirst.class)).isNotNull();
    }
  }

  @Test
  void start_ofAKindWithoutItsBean_isRefused() {
    assertThat(refusal(WithClients.class, Quorum.class))
        .hasMessageContaining("needs a bean of type io.holdfast.lock.redlock.RedLocks");
    assertThat(refusal(WithClients.class, NoLock.class))
        .hasMessageContaining("kind SEMAPHORE is no lock");
  }

  // ---- what is right

  @Locked("meta")
  @Retention(RetentionPolicy.RUNTIME)
  @interface Meta {
    @AliasFor(annotation = Locked.class, attribute = "value")
    String[] names();

    @AliasFor(annotation = Locked.class, attribute = "waitAtMost")
    String patience() default "1s";
  }

  static class ByMeta {
    @Meta(names = "order:#{#id}")
    public void pay(String id) {}
  }

  static class ByBadMeta {
    @Meta(names = "order:#{#id}", patience = "soon")
    public void pay(String id) {}
  }

  interface Store<T> {
    @Locked("store:#{#p0}")
    Optional<T> take(T item);
  }

  static final class FinalStore implements Store<String> {
    @Override
    public Optional<String> take(String item) {
      return Optional.empty();
    }
  }

  static class Good {
    @Locked("#{#root.target}:#{#p0}:${user.dir}:#5")
    public String pay(String id) {
      return id;
    }

    @Locked("x")
    protected Flux<String> read() {
      return Flux.empty();
    }
  }

  static class GoodChild extends Good {}

  @Test
  void start_whatIsRight_isProxied() {
    try (AnnotationConfigApplicationContext context =
        start(Enabled.class, ByMeta.class, FinalStore.class, Good.class, GoodChild.class)) {
      assertThat(AopUtils.isCglibProxy(context.getBean(ByMeta.class))).isTrue();
      assertThat(AopUtils.isJdkDynamicProxy(context.getBean(Store.class))).isTrue();
      assertThat(AopUtils.isAopProxy(context.getBean(GoodChild.class))).isTrue();
      assertThat(context.getBean(HoldTemplate.class)).isNotNull();
    }
  }

  @Test
  void start_attributesOfAMetaAnnotation_areChecked() {
    assertThat(refusal(Enabled.class, ByBadMeta.class)).hasMessageContaining("waitAtMost 'soon'");
  }

  @Component
  static class Settings {
    @Bean
    LockedSettings settings() {
      return LockedSettings.defaults()
          .waitAtMost(Duration.ofSeconds(1))
          .lease(Lease.fixed(Duration.ofSeconds(5)));
    }
  }

  static class CapOfDefault {
    @Locked(value = "a", cap = "1m")
    public void pay() {}
  }

  @Test
  void settings_ofABean_countWhereTheAnnotationSaysNothing() {
    assertThat(refusal(Enabled.class, Settings.class, CapOfDefault.class))
        .hasMessageContaining("the lease is fixed");
  }
}
