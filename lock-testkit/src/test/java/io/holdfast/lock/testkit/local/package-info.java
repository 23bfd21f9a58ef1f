/** Tests of local locks. */
@NullMarked
package io.holdfast.lock.testkit.local;

import org.jspecify.annotations.NullMarked;
