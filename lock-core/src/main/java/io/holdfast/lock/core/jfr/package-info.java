/**
 * What the JVM's flight recorder is told (JEP 328): events of locks, requests and connections. All
 * of it costs next to nothing while nobody records, and nothing is told in a JVM without {@code
 * jdk.jfr}.
 */
@NullMarked
package io.holdfast.lock.core.jfr;

import org.jspecify.annotations.NullMarked;
