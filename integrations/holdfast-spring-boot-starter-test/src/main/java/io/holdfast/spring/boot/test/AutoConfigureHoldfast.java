package io.holdfast.spring.boot.test;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Gives the application of a test a server for its locks, or locks without a server.
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
    /**
     * In this JVM, without a server: {@code holdfast.enabled=false}, and a {@link
     * io.holdfast.lock.testkit.local.LocalLocks} as the one bean of type {@code Locks}. It keeps
     * the contracts of {@code DistributedLock}, and starts at once. {@code @Locked} and {@code
     * HoldTemplate} lock with it; each way to name a client means the same locks. {@code
     * localLocks.client("other")} stands for another instance of the application. Locks of kind
     * {@code FAIR} work, too, but only the application itself has them: a test can neither hold
     * them nor look at them.
     *
     * <p>There is no {@code HoldfastClient}, no {@code FairLocks}, no read-write lock, quorum lock
     * or semaphore. Servers and networks cannot fail. Another JVM does not see the locks, and each
     * application context has its own.
     */
    LOCAL,
    /** Nowhere: {@code holdfast.enabled=false}, and there are no beans of Holdfast. */
    NONE
  }
}
