package io.holdfast.lock.contract;

import io.holdfast.lock.testkit.server.TestServer;

/**
 * The kind of resource that claims the contract of a suite. A module implements it once for each of
 * its kinds, and the classes that bind its suites inherit that.
 *
 * @param <F> how a suite gets at the kind
 */
@FunctionalInterface
public interface OfKind<F> {

  /**
   * The kind that claims the contract.
   *
   * @param server a server that the test has for itself
   */
  F fixture(TestServer server);
}
