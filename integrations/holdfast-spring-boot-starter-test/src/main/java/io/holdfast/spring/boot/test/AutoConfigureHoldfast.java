package io.holdfast.spring.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives the application of a test a server for its locks.
 *
 * <pre>{@code
 * @SpringBootTest
 * @AutoConfigureHoldfast
 * class OrdersTest {
 *   @Test
 *   void order_done_releasesItsLock(@Autowired Orders orders) {
 *     orders.fulfil(42);
 *     assertThatLock("order:42").isFree();
 *   }
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
public @interface AutoConfigureHoldfast {

  /** Which server. */
  Server server() default Server.EMBEDDED;

  /** Where locks are in a test. */
  enum Server {
    /**
     * In a Redis server that is started with the first such test of this JVM, and ends with the
     * JVM. It is the {@code redis-server} of this machine, or one that comes with the library. Each
     * application context has a key prefix of its own, so contexts do not see each other's locks.
     * {@code holdfast.url} and {@code spring.data.redis} do not count.
     */
    EMBEDDED,
    /** Nowhere: {@code holdfast.enabled=false}, and there are no beans of Holdfast. */
    NONE
  }
}
