/**
 * {@code holdfast run}: a command under a lock. The door is {@link
 * io.holdfast.lock.cli.run.RunCommand}. Enter: the main thread, the client's callback thread (a
 * loss) and the JVM's signal threads; they meet in {@link io.holdfast.lock.cli.run.Child}. {@link
 * io.holdfast.lock.cli.run.ProcessTree} knows who has to end with the command; {@link
 * io.holdfast.lock.cli.run.Watcher} ends them when we cannot.
 */
@NullMarked
package io.holdfast.lock.cli.run;

import org.jspecify.annotations.NullMarked;
