/**
 * The synchronizers of the JDK behind the interfaces of the distributed ones: they keep the suites
 * that say what both have in common, or those suites are wrong.
 */
@NullMarked
package io.holdfast.lock.contract.jdk;

import org.jspecify.annotations.NullMarked;
