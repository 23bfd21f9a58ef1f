package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.RedisServerBuilder;
import io.holdfast.lock.testkit.server.ServerClock;
import io.holdfast.lock.testkit.topology.MasterWithReplica;
import io.holdfast.lock.testkit.topology.Masters;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Asks for a server or proxy of the test's own, for tests that kill and freeze: a {@link
 * RedisServer}; a {@link FaultProxy} before the server of the same name; a {@link
 * MasterWithReplica}; {@link Masters}. On a parameter of a test, of its constructor or of a
 * {@code @BeforeEach} it lives for one test, of a {@code @BeforeAll} for the class. Methods of one
 * test that ask under the same name get the same.
 *
 * <p>A server may be one {@linkplain RedisServerBuilder#mayHaveServed() that has served another
 * test} of this JVM and is as new.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface FreshServer {

  /** Tells apart the servers of a test that needs several. */
  String value() default "";

  /** How many {@link Masters}. */
  int masters() default 5;

  /**
   * Whether the servers have a {@link ServerClock}, one for all of this name. On a machine without
   * clocks the test is disabled, with the reason, unless {@link #clockIsOptional}.
   */
  boolean clock() default false;

  /** Whether the test runs without the clock on a machine that cannot have one. */
  boolean clockIsOptional() default false;
}
