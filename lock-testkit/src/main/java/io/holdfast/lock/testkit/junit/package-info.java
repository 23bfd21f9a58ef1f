/**
 * JUnit extensions: {@link io.holdfast.lock.testkit.junit.RedisServerExtension} hands servers to
 * tests, {@link io.holdfast.lock.testkit.junit.CleanWorld} checks that a test left nothing behind,
 * {@link io.holdfast.lock.testkit.junit.VirtualThreadsExtension} runs tests on virtual threads.
 * JUnit's threads enter.
 */
@NullMarked
package io.holdfast.lock.testkit.junit;

import org.jspecify.annotations.NullMarked;
