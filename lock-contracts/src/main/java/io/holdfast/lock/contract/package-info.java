/**
 * What every kind of lock promises, as abstract JUnit suites: a kind that claims a contract nests
 * the suite in a test class and names its {@link io.holdfast.lock.contract.LockFixture}.
 *
 * <pre>{@code
 * interface OfMyLock extends OfKind<LockFixture> {
 *   @Override
 *   default LockFixture fixture(TestServer server) {
 *     return new MyLockFixture(server);
 *   }
 * }
 *
 * class MyLockContractIT {
 *   @Nested
 *   class Hold extends HoldContract implements OfMyLock {}
 * }
 * }</pre>
 *
 * <p>A read-write lock has suites of its own, and a {@link
 * io.holdfast.lock.contract.ReadWriteFixture}; its write lock promises what an exclusive lock does,
 * so {@code new MyReadWriteFixture(server).writeLocks()} is a fixture for the others.
 *
 * <p>So have semaphores, fair or not, and latches: {@link
 * io.holdfast.lock.contract.SemaphoreFixture}, {@link io.holdfast.lock.contract.LatchFixture}. The
 * classes of the JDK pass four suites of the one and one of the other, too.
 *
 * <p>So has a pool of permits, with a {@link io.holdfast.lock.contract.PoolFixture}; after each
 * test the permits are counted.
 *
 * <p>JUnit's threads enter, and threads that the suites start and end.
 */
@NullMarked
package io.holdfast.lock.contract;

import org.jspecify.annotations.NullMarked;
