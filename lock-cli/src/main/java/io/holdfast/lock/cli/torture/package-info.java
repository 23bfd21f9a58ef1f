/**
 * {@code holdfast torture}: workers in JVMs of their own, a nemesis that breaks what is between
 * them and the server, and a judge that reads what they have written. The door is {@link
 * io.holdfast.lock.cli.torture.TortureCommand}.
 */
@NullMarked
package io.holdfast.lock.cli.torture;

import org.jspecify.annotations.NullMarked;
