/**
 * The locks that one has at a time, plain and fair: their scripts and how the replies read; also
 * for kinds that several have at a time, with scripts of their own in the place of some. The door
 * is {@link io.holdfast.lock.core.verbs.ScriptVerbs}; any thread.
 */
@NullMarked
package io.holdfast.lock.core.verbs;

import org.jspecify.annotations.NullMarked;
