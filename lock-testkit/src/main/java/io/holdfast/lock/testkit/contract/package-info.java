/**
 * What every kind of lock promises, as abstract JUnit suites: a kind that claims a contract extends
 * the suite and names its {@link io.holdfast.lock.testkit.contract.LockFixture}.
 *
 * <pre>{@code
 * class MyLockHoldContractIT extends HoldContract {
 *   @Override
 *   protected LockFixture fixture(TestServer server) {
 *     return new MyLockFixture(server);
 *   }
 * }
 * }</pre>
 *
 * <p>JUnit's threads enter, and threads that the suites start and end.
 */
@NullMarked
package io.holdfast.lock.testkit.contract;

import org.jspecify.annotations.NullMarked;
