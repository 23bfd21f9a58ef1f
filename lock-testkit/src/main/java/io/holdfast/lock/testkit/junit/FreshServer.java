package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.server.RedisServer;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Asks for a {@link RedisServer} of the test's own, for tests that kill and freeze: on a parameter
 * of a test, of its constructor or of a {@code @BeforeEach} it lives for one test, of a
 * {@code @BeforeAll} for the class. Methods of one test that ask under the same name get the same
 * server.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface FreshServer {

  /** Tells apart the servers of a test that needs several. */
  String value() default "";
}
