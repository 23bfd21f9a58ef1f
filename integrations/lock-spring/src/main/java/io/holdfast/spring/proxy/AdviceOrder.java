package io.holdfast.spring.proxy;

import io.holdfast.spring.LockedSettings;
import io.holdfast.spring.method.LockedMethod;
import io.holdfast.spring.method.Refusal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.core.Ordered;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.util.ClassUtils;

/** Whether a lock is taken before the transaction begins. */
final class AdviceOrder {

  private static final boolean HAS_TRANSACTIONS =
      ClassUtils.isPresent(
          "org.springframework.transaction.interceptor.TransactionAspectSupport",
          AdviceOrder.class.getClassLoader());

  private AdviceOrder() {}

  /** The advisors of this proxy, and of proxies inside it, the outermost first. */
  static List<Advisor> chain(Object bean) {
    List<Advisor> chain = new ArrayList<>();
    Object next = bean;
    while (next instanceof Advised advised) {
      chain.addAll(List.of(advised.getAdvisors()));
      next = target(advised);
    }
    return chain;
  }

  private static @Nullable Object target(Advised advised) {
    try {
      return advised.getTargetSource().isStatic() ? advised.getTargetSource().getTarget() : null;
    } catch (Exception e) { // a static source has its target at hand
      return null;
    }
  }

  /** Refuses a transaction that begins before the lock is taken, or whose order is the same. */
  static void require(LockedMethod method, List<Advisor> chain, LockedSettings settings) {
    if (!HAS_TRANSACTIONS || !settings.strictOrder()) {
      return;
    }
    boolean isInside = false;
    for (Advisor advisor : chain) {
      if (advisor instanceof LockedAdvisor) {
        isInside = true;
      } else if (Transactions.isOne(advisor) && applies(advisor, method)) {
        Integer order = advisor instanceof Ordered ordered ? ordered.getOrder() : null;
        if (!isInside || (order != null && order <= settings.order())) {
          throw Refusal.of(
              method.method(),
              method.targetClass(),
              ("its transaction (order %s) begins before the lock is taken (order %s), and so"
                      + " commits after the unlock. Give the transactions a greater order, or"
                      + " @EnableHoldfast a smaller one; or set strictOrder to false")
                  .formatted(order == null ? "unknown" : order, settings.order()));
        }
      }
    }
  }

  private static boolean applies(Advisor advisor, LockedMethod method) {
    return !(advisor instanceof PointcutAdvisor some)
        || (some.getPointcut().getClassFilter().matches(method.targetClass())
            && some.getPointcut()
                .getMethodMatcher()
                .matches(method.method(), method.targetClass()));
  }

  /** Loaded only where there is spring-tx. */
  private static final class Transactions {

    static boolean isOne(Advisor advisor) {
      return advisor.getAdvice() instanceof TransactionAspectSupport;
    }
  }
}
