/** The throughput rows of one JVM as JMH benchmarks, for whoever trusts no driver but JMH's own. */
@NullMarked
package io.holdfast.benchmarks.jmh;

import org.jspecify.annotations.NullMarked;
