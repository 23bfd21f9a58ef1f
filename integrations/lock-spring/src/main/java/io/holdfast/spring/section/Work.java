package io.holdfast.spring.section;

import org.jspecify.annotations.Nullable;

/** What is done under a lock, or in its place. */
@FunctionalInterface
public interface Work {

  /** Does it. */
  @Nullable Object run() throws Throwable;
}
