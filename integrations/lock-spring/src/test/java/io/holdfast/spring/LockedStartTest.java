package io.holdfast.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.holdfast.lock.Lease;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.spring.other.Base;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AliasFor;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Mistakes that stop the start, and others that do not. No server is asked. */
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
      return fail("created too early");
    }

    @Bean
    @Lazy
    HoldfastClient second() {
      return fail("created too early");
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

  static class OfAnotherPackage extends Base {}

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

  static class Task implements Callable<String> {
    @Override
    public String call() {
      return "";
    }
  }

  static class OfTask {
    @Locked("a")
    public Task pay() {
      return new Task();
    }
  }

  static class OwnFuture extends CompletableFuture<String> {}

  static class OfOwnFuture {
    @Locked("a")
    public OwnFuture pay() {
      return new OwnFuture();
    }
  }

  static class OfStream {
    @Locked("a")
    public Stream<String> pay() {
      return Stream.empty();
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
        arguments(OfAnotherPackage.class, "it is package-private in another package"),
        arguments(FinalClass.class, "the class is final"),
        arguments(BesideTheInterface.class, "none has this method"),
        arguments(NotParsed.class, "order:#{#id.}"),
        arguments(NotClosed.class, "order:#{#id"),
        arguments(UnknownVariable.class, "#orderId is not a parameter; known: [a0, id, p0, root"),
        arguments(UnknownInSecond.class, "b:#{#other}"),
        arguments(UnknownIndex.class, "#p1 is not a parameter"),
        arguments(UnknownDeepInside.class, "#other is not a parameter"),
        arguments(Unwrapped.class, "#id is outside of #{ }"),
        arguments(UnwrappedBesideWrapped.class, "#id is outside of #{ }"),
        arguments(WithoutHash.class, "'id' is not a property of #root"),
        arguments(UnknownFunction.class, "is not a function"),
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
        arguments(OfTask.class, "Task"),
        arguments(OfStream.class, "java.util.stream.Stream"),
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
    assertThat(refusal(Enabled.class, LazyBean.class)).hasMessageContaining("#id is outside");
    assertThat(refusal(Enabled.class, PrototypeBean.class)).hasMessageContaining("#id is outside");
  }

  // ---- beans that are made in another order

  static class OfItself {
    @Autowired @Nullable OfItself self;

    @Locked("a")
    public void pay() {}
  }

  static class First {
    @Autowired @Nullable Second second;

    @Locked("a")
    public void pay() {}
  }

  static class Second {
    @Autowired @Nullable First first;

    @Locked("b")
    public void pay() {}
  }

  @Test
  void start_beansThatGetThemselvesOrEachOther_areProxied() {
    try (AnnotationConfigApplicationContext context =
        start(Enabled.class, OfItself.class, First.class, Second.class)) {
      assertThat(AopUtils.isAopProxy(context.getBean(OfItself.class))).isTrue();
      assertThat(AopUtils.isAopProxy(context.getBean(First.class))).isTrue();
      assertThat(AopUtils.isAopProxy(context.getBean(Second.class))).isTrue();
    }
  }

  static class UnwrappedOfItself {
    @Autowired @Nullable UnwrappedOfItself self;

    @Locked("order:#id")
    public void pay(String id) {}
  }

  @Test
  void start_beansThatGetThemselves_areCheckedToo() {
    assertThat(refusal(Enabled.class, UnwrappedOfItself.class))
        .hasMessageContaining("#id is outside");
  }

  /** It needs the bean before there is anything that could make a proxy of it. */
  static class Early implements BeanPostProcessor, Ordered {

    final Plain plain;

    Early(Plain plain) {
      this.plain = plain;
    }

    @Override
    public int getOrder() {
      return Ordered.HIGHEST_PRECEDENCE;
    }
  }

  @Test
  void start_beansThatAreMadeBeforeThereAreProxies_areRefused() {
    assertThat(refusal(Enabled.class, Plain.class, Early.class))
        .hasMessageContaining("Plain.pay()")
        .hasMessageContaining("has no proxy that takes the lock");
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

  @Configuration
  @EnableHoldfast
  static class WithAnotherCandidate {
    @Bean
    @Lazy
    HoldfastClient first() {
      return fail("created too early");
    }

    @Bean(defaultCandidate = false)
    @Lazy
    HoldfastClient second() {
      return fail("created too early");
    }
  }

  @Test
  void start_withOneClientThatIsTheDefault_takesIt() {
    try (AnnotationConfigApplicationContext context =
        start(WithAnotherCandidate.class, Plain.class)) {
      assertThat(AopUtils.isAopProxy(context.getBean(Plain.class))).isTrue();
    }
  }

  @Test
  void start_ofAKindWithoutItsBean_isRefused() {
    assertThat(refusal(WithClients.class, Quorum.class))
        .hasMessageContaining("needs a bean of type io.holdfast.lock.redlock.RedLocks");
    assertThat(refusal(WithClients.class, NoLock.class))
        .hasMessageContaining("kind SEMAPHORE is not a lock");
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

  interface Mapper {
    @Locked("row:#{#id}")
    void update(String id);
  }

  interface BadMapper {
    @Locked("row:#{#other}")
    void pay(String id);
  }

  @Configuration
  static class Mappers {
    @Bean
    Mapper mapper() {
      return proxy(Mapper.class);
    }
  }

  @Configuration
  static class BadMappers {
    @Bean
    BadMapper mapper() {
      return proxy(BadMapper.class);
    }
  }

  /** As a library makes it of the interface alone. */
  private static <T> T proxy(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> null));
  }

  @Test
  void start_proxiesOfTheJdk_areCheckedByTheirInterfaces() {
    try (AnnotationConfigApplicationContext context = start(Enabled.class, Mappers.class)) {
      assertThat(AopUtils.isAopProxy(context.getBean(Mapper.class))).isTrue();
    }
    assertThat(refusal(Enabled.class, BadMappers.class)).hasMessageContaining("#other");
  }

  /** The target of the proxy does not implement its interface, as that of a repository. */
  @Configuration
  static class BadRepositories {
    @Bean
    BadMapper repository() {
      ProxyFactory factory = new ProxyFactory(new Object());
      factory.addInterface(BadMapper.class);
      factory.addAdvice((MethodInterceptor) call -> null);
      return (BadMapper) factory.getProxy();
    }
  }

  @Test
  void start_interfacesThatOnlyTheProxyHas_areCheckedToo() {
    assertThat(refusal(Enabled.class, BadRepositories.class)).hasMessageContaining("#other");
  }

  interface Lazily {
    @Locked(value = "a", onTimeout = OnTimeout.SKIP, fallback = "busy")
    void pay();
  }

  static class LazilyDone implements Lazily {
    @Override
    public void pay() {}

    public void busy() {}
  }

  @Configuration
  static class LazyConfiguration {
    @Bean
    @Lazy
    Lazily lazily() {
      return new LazilyDone();
    }
  }

  @Test
  void start_lazyBeanOfAnInterface_isCheckedWhenItIsMade() {
    try (AnnotationConfigApplicationContext context =
        start(Enabled.class, LazyConfiguration.class)) {
      assertThat(AopUtils.isAopProxy(context.getBean(Lazily.class))).isTrue();
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
