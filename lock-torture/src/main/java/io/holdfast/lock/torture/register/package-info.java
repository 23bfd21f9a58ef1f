/**
 * A resource for locks to protect that knows when they do not: {@link
 * io.holdfast.lock.torture.register.Register}, a file in memory that all processes under test
 * share.
 *
 * <pre>{@code
 * Resource orders = Register.open(directory.resolve("register")).resource("orders");
 * ...
 * try (Visit visit = orders.enter(hold, token, deadlineNanos)) {   // counts who else is inside
 *   visit.count(work);                                             // lost updates, if the lock fails
 *   visit.fence(work);                                             // lost updates, if tokens fail
 * }
 * }</pre>
 *
 * <p>A process may be killed inside: its seat names its process and its hold's deadline, and is
 * emptied by a later visitor when the process is gone and the deadline over.
 */
@NullMarked
package io.holdfast.lock.torture.register;

import org.jspecify.annotations.NullMarked;
