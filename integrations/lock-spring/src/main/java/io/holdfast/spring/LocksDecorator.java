package io.holdfast.spring;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.Locks;

/**
 * Wraps the locks of each kind, as to observe them. All beans of this type are applied, in their
 * order: the first is innermost.
 */
@FunctionalInterface
public interface LocksDecorator {

  /** The locks to be used in the place of these. Called once for each kind and client. */
  Locks decorate(LockKind kind, Locks locks);
}
