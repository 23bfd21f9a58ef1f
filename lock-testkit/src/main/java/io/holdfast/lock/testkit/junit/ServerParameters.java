package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.server.RedisBinary;
import io.holdfast.lock.testkit.server.ServerClock;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;

/** What tests need of a server. */
final class ServerParameters {

  private ServerParameters() {}

  /**
   * Whether a test, or what JUnit calls around every test of a class, has a parameter of that type.
   */
  static boolean needProcess(ExtensionContext context) {
    return called(context)
        .flatMap(executable -> Stream.of(executable.getParameters()))
        .anyMatch(
            parameter ->
                FreshParts.know(parameter.getType())
                    || parameter.isAnnotationPresent(FreshServer.class));
  }

  /**
   * Why a test that asks for a server with a clock cannot have it; empty if it can, or does not.
   */
  static Optional<String> whyNoClock(ExtensionContext context) {
    boolean wantsClock =
        called(context)
            .flatMap(executable -> Stream.of(executable.getParameters()))
            .flatMap(
                parameter ->
                    AnnotationSupport.findAnnotation(parameter, FreshServer.class).stream())
            .anyMatch(wish -> wish.clock() && !wish.clockIsOptional());
    return wantsClock ? ServerClock.whyNot(RedisBinary.locate()) : Optional.empty();
  }

  private static Stream<Executable> called(ExtensionContext context) {
    return context.getTestMethod().isPresent()
        ? context.getTestMethod().stream().map(Executable.class::cast)
        : context.getTestClass().stream().flatMap(ServerParameters::aroundEveryTest);
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
