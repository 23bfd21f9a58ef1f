package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.server.RedisServer;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/** Which tests cannot do without a {@link RedisServer}. */
final class ServerParameters {

  private ServerParameters() {}

  /**
   * Whether a test, or what JUnit calls around every test of a class, has a parameter of that type.
   */
  static boolean needProcess(ExtensionContext context) {
    Stream<Executable> called =
        context.getTestMethod().isPresent()
            ? context.getTestMethod().stream().map(Executable.class::cast)
            : context.getTestClass().stream().flatMap(ServerParameters::aroundEveryTest);
    return called
        .flatMap(executable -> Stream.of(executable.getParameterTypes()))
        .anyMatch(RedisServer.class::equals);
  }

  private static Stream<Executable> aroundEveryTest(Class<?> testClass) {
    Stream<Method> methods =
        Stream.of(BeforeAll.class, BeforeEach.class, AfterEach.class, AfterAll.class)
            .map(
                annotation ->
                    AnnotationSupport.findAnnotatedMethods(
                        testClass, annotation, HierarchyTraversalMode.TOP_DOWN))
            .flatMap(List::stream);
    return Stream.concat(Stream.of(testClass.getDeclaredConstructors()), methods);
  }
}
