package io.holdfast.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;

/**
 * Has {@link Locked} heeded in an application context, and gives it a {@link HoldTemplate}. The
 * context needs a bean of type {@code HoldfastClient}.
 *
 * <pre>{@code
 * @Configuration
 * @EnableHoldfast
 * class Locking {
 *   @Bean
 *   HoldfastClient holdfast() {
 *     return HoldfastClient.connect("redis://localhost");
 *   }
 * }
 * }</pre>
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Import({HoldfastRegistrar.class, HoldfastConfiguration.class})
public @interface EnableHoldfast {

  /**
   * The order of the advice: lower is further outside. If it is another one than the default, it
   * goes before that of a {@link LockedSettings} bean.
   */
  int order() default LockedSettings.DEFAULT_ORDER;

  /** Whether proxies are subclasses, also of beans that have interfaces. */
  boolean proxyTargetClass() default false;
}
