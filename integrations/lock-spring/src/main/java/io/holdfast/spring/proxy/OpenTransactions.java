package io.holdfast.spring.proxy;

import io.holdfast.spring.method.LockedMethod;
import io.holdfast.spring.section.Wanted;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.reactive.TransactionContext;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;
import reactor.util.context.ContextView;

/** Warns of transactions that are open already when a lock is taken, once for each method. */
class OpenTransactions {

  private static final Logger log = LoggerFactory.getLogger(LockedInterceptor.class);

  private final Set<Method> warned = ConcurrentHashMap.newKeySet();

  /** One that warns, where there is spring-tx; otherwise one that does nothing. */
  static OpenTransactions ifPresent() {
    return ClassUtils.isPresent(
            "org.springframework.transaction.support.TransactionSynchronizationManager",
            OpenTransactions.class.getClassLoader())
        ? new OfSpring()
        : new OpenTransactions();
  }

  /** For a call by this thread. */
  void warn(LockedMethod method, Wanted wanted) {}

  /** For a subscription. */
  void warn(LockedMethod method, ContextView context) {}

  final void warnOnce(LockedMethod method) {
    if (warned.add(method.method())) {
      log.warn(
          "{}: a transaction is open already, and commits after the lock is released: others may"
              + " read what it has not committed yet. Take the lock outside of the transaction, or"
              + " give this method @Transactional(propagation = REQUIRES_NEW). Logged once",
          method.title());
    }
  }

  /** Loaded only where there is spring-tx. */
  private static final class OfSpring extends OpenTransactions {

    @Override
    void warn(LockedMethod method, Wanted wanted) {
      if (TransactionSynchronizationManager.isActualTransactionActive()
          && !hasItsOwn(method)
          && !wanted.areHeldByThread()) {
        warnOnce(method);
      }
    }

    @Override
    void warn(LockedMethod method, ContextView context) {
      if (isActive(context) && !hasItsOwn(method)) {
        warnOnce(method);
      }
    }

    /** There is a context also where a scope has no transaction, as with NOT_SUPPORTED. */
    private static boolean isActive(ContextView context) {
      Optional<TransactionContext> scope = context.getOrEmpty(TransactionContext.class);
      return scope.isPresent() && scope.get().isActualTransactionActive();
    }

    private static boolean hasItsOwn(LockedMethod method) {
      Transactional found =
          AnnotatedElementUtils.findMergedAnnotation(method.method(), Transactional.class);
      if (found == null) {
        found =
            AnnotatedElementUtils.findMergedAnnotation(method.targetClass(), Transactional.class);
      }
      return found != null
          && (found.propagation() == Propagation.REQUIRES_NEW
              || found.propagation() == Propagation.NOT_SUPPORTED);
    }
  }
}
