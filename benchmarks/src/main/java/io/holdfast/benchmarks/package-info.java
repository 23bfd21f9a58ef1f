/**
 * Holdfast beside its peers and beside the limit. The door is {@link io.holdfast.benchmarks.Main}.
 */
@NullMarked
package io.holdfast.benchmarks;

import org.jspecify.annotations.NullMarked;
