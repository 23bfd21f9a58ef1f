package io.holdfast.spring.proxy;

import io.holdfast.spring.LocksOfKinds;
import io.holdfast.spring.method.LockedMethod;
import io.holdfast.spring.method.LockedMethods;
import io.holdfast.spring.method.ReturnShape;
import io.holdfast.spring.section.Section;
import io.holdfast.spring.section.Wanted;
import io.holdfast.spring.section.Work;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The advice: each call of a locked method is a section. */
public final class LockedInterceptor implements MethodInterceptor {

  private final LockedMethods methods;
  private final Supplier<LocksOfKinds> locks;
  private final BeanFactory beans;
  private final OpenTransactions transactions = OpenTransactions.ifPresent();

  /** With locks that are asked for at the first call. */
  public LockedInterceptor(LockedMethods methods, Supplier<LocksOfKinds> locks, BeanFactory beans) {
    this.methods = methods;
    this.locks = locks;
    this.beans = beans;
  }

  @Override
  public @Nullable Object invoke(MethodInvocation call) throws Throwable {
    Object target = call.getThis();
    Class<?> targetClass =
        target == null
            ? call.getMethod().getDeclaringClass()
            : AopProxyUtils.ultimateTargetClass(target);
    LockedMethod method = methods.of(call.getMethod(), targetClass);
    ReturnShape shape = method.shape();
    if (shape instanceof ReturnShape.Plain plain) {
      Wanted wanted = wanted(method, call);
      transactions.warn(method, wanted);
      Work skipped = () -> plain.empty();
      return section(method, wanted, call, call::proceed, skipped).run(method.isInterruptible());
    }
    Work later = later(call);
    if (shape instanceof ReturnShape.Stage) {
      Wanted wanted = wanted(method, call);
      transactions.warn(method, wanted);
      return section(method, wanted, call, later, () -> null).stage();
    }
    return reactive(method, call, ((ReturnShape.Reactive) shape).adapter());
  }

  /** The names are evaluated, and the lock acquired, at each subscription. */
  private Object reactive(LockedMethod method, MethodInvocation call, ReactiveAdapter adapter) {
    if (adapter.isMultiValue()) {
      return adapter.fromPublisher(
          Flux.deferContextual(
              context -> {
                transactions.warn(method, context);
                return subscription(method, call, adapter).flux();
              }));
    }
    return adapter.fromPublisher(
        Mono.deferContextual(
            context -> {
              transactions.warn(method, context);
              return subscription(method, call, adapter).mono();
            }));
  }

  private Section subscription(
      LockedMethod method, MethodInvocation call, ReactiveAdapter adapter) {
    Work fresh = later(call);
    Work work = () -> adapter.toPublisher(fresh.run());
    Section section = section(method, wanted(method, call), call, work, () -> null);
    return section;
  }

  private Section section(
      LockedMethod method, Wanted wanted, MethodInvocation call, Work work, Work skipped) {
    Work instead =
        method.fallback().map(fallback -> fallback(method, fallback, call)).orElse(skipped);
    return new Section(wanted, method.policies(), work, Optional.of(instead), method.title());
  }

  private Wanted wanted(LockedMethod method, MethodInvocation call) {
    return new Wanted(
        locks.get().of(method.kind(), method.clientBean()),
        method.kind(),
        method.client(),
        method.names(beans, call.getThis(), call.getArguments()),
        method.options());
  }

  /** The rest of the chain, for another thread and for more than one time. */
  private static Work later(MethodInvocation call) {
    return ((ProxyMethodInvocation) call).invocableClone()::proceed;
  }

  private static Work fallback(LockedMethod method, Method fallback, MethodInvocation call) {
    return () -> {
      try {
        Object returned = fallback.invoke(call.getThis(), call.getArguments());
        return method.shape() instanceof ReturnShape.Reactive reactive
            ? reactive.adapter().toPublisher(returned)
            : returned;
      } catch (InvocationTargetException e) {
        throw e.getTargetException();
      }
    };
  }
}
