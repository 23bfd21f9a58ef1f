package io.holdfast.spring.method;

import java.lang.reflect.Method;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What {@code #root} is in the expression of a name. */
public final class NameRoot {

  /** What expressions may ask of it. */
  static final Set<String> PROPERTIES =
      Set.of("method", "methodName", "args", "target", "targetClass");

  private final Method method;
  private final @Nullable Object[] args;
  private final @Nullable Object target;
  private final Class<?> targetClass;

  NameRoot(Method method, @Nullable Object[] args, @Nullable Object target, Class<?> targetClass) {
    this.method = method;
    this.args = args;
    this.target = target;
    this.targetClass = targetClass;
  }

  /** The method that runs. */
  public Method getMethod() {
    return method;
  }

  /** Its name. */
  public String getMethodName() {
    return method.getName();
  }

  /** What it is called with. */
  public @Nullable Object[] getArgs() {
    return args;
  }

  /** The object behind the proxy. */
  public @Nullable Object getTarget() {
    return target;
  }

  /** Its class. */
  public Class<?> getTargetClass() {
    return targetClass;
  }
}
