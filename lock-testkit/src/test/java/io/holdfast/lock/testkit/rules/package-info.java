/** What every test in this repository keeps to, so that none fails without a defect. */
@NullMarked
package io.holdfast.lock.testkit.rules;

import org.jspecify.annotations.NullMarked;
