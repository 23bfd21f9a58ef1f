/**
 * Running work under a lock: in the calling thread, as a stage, or as a publisher. The door is
 * {@link io.holdfast.spring.section.Section}; any thread.
 */
@NullMarked
package io.holdfast.spring.section;

import org.jspecify.annotations.NullMarked;
