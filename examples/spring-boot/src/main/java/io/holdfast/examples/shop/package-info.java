/** A shop whose stock several instances sell. */
@NullMarked
package io.holdfast.examples.shop;

import org.jspecify.annotations.NullMarked;
