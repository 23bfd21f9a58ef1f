package io.holdfast.spring.section;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.spring.OnLoss;
import io.holdfast.spring.OnTimeout;
import io.holdfast.spring.OnUnreachable;

/** What happens when a lock cannot be acquired, or is lost. */
public record Policies(OnTimeout onTimeout, OnUnreachable onUnreachable, OnLoss onLoss) {

  /** Each of them throws. */
  public static final Policies THROWING =
      new Policies(OnTimeout.THROW, OnUnreachable.THROW, OnLoss.THROW);

  /** What to do in the place of the work. */
  enum Next {
    THROW,
    SKIP,
    PROCEED
  }

  /** Whether the work may be left out. */
  public boolean maySkip() {
    return onTimeout == OnTimeout.SKIP || onUnreachable == OnUnreachable.SKIP;
  }

  /** What to do after this came of acquiring. */
  Next after(Throwable thrown) {
    if (thrown instanceof LockTimeoutException) {
      return onTimeout == OnTimeout.SKIP ? Next.SKIP : Next.THROW;
    }
    if (!(thrown instanceof LockServerException failure) || failure.isRefusal()) {
      return Next.THROW;
    }
    return switch (onUnreachable) {
      case THROW -> Next.THROW;
      case SKIP -> Next.SKIP;
      case PROCEED -> Next.PROCEED;
    };
  }
}
