/**
 * Tests of Spring Boot applications that use Holdfast. The doors are {@link
 * io.holdfast.spring.boot.test.AutoConfigureHoldfast} and {@link
 * io.holdfast.spring.boot.test.LockAssertions}. Used by the threads that run tests.
 */
@NullMarked
package io.holdfast.spring.boot.test;

import org.jspecify.annotations.NullMarked;
