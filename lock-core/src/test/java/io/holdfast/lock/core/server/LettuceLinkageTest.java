package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Whether main code, compiled with the newest Lettuce, finds all that it uses in the Lettuce of the
 * class path, and in its Netty and Reactor; also code that no test calls.
 */
class LettuceLinkageTest {

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(
              location -> Stream.of("testkit", "torture", "contract").noneMatch(location::contains))
          .importPackages("io.holdfast.lock.core");

  private static boolean isLibrary(JavaClass type) {
    return Stream.of("io.lettuce.", "io.netty.", "reactor.", "org.reactivestreams.")
        .anyMatch(type.getName()::startsWith);
  }

  /** All except the one class that may use methods which some versions lack. */
  private static Stream<JavaClass> bound() {
    return MAIN.stream().filter(type -> !type.isEquivalentTo(LettuceFeatures.class));
  }

  @Test
  @DisplayName("failure 151: a method that this Lettuce has not")
  void calls_inMain_areOfMethodsThatAreThere() {
    List<String> calls =
        bound()
            .flatMap(type -> type.getCodeUnitAccessesFromSelf().stream())
            .filter(call -> isLibrary(call.getTargetOwner()))
            .filter(call -> !isThere(call.getTarget()))
            .map(Object::toString)
            .toList();
    assertThat(calls).isEmpty();
    assertThat(bound().mapToInt(type -> type.getCodeUnitAccessesFromSelf().size()).sum())
        .as("calls looked at")
        .isPositive();
  }

  private static boolean isThere(CodeUnitAccessTarget target) {
    return target
        .resolveMember()
        .filter(found -> found.getRawReturnType().equals(target.getRawReturnType()))
        .isPresent();
  }

  @Test
  void fields_inMain_areThere() {
    assertThat(
            bound()
                .flatMap(type -> type.getFieldAccessesFromSelf().stream())
                .filter(access -> isLibrary(access.getTargetOwner()))
                .filter(access -> access.getTarget().resolveMember().isEmpty())
                .map(Object::toString))
        .isEmpty();
  }

  @Test
  void types_inMain_areThere() {
    assertThat(
            bound()
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(use -> isLibrary(use.getTargetClass().getBaseComponentType()))
                .filter(use -> !use.getTargetClass().getBaseComponentType().isFullyImported())
                .map(Dependency::getDescription))
        .isEmpty();
  }

  @Test
  @DisplayName("failure 151: resources of Lettuce 6 have a method more")
  void classes_inMain_implementAllThatTheyInherit() throws Exception {
    List<JavaClass> whole =
        bound()
            .filter(type -> !type.isInterface())
            .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
            .toList();
    assertThat(whole).hasSizeGreaterThan(10);
    for (JavaClass type : whole) {
      Class<?> loaded = Class.forName(type.getName(), false, getClass().getClassLoader());
      assertThat(Arrays.stream(loaded.getMethods()).filter(LettuceLinkageTest::isAbstract))
          .as("not implemented by %s", type.getName())
          .isEmpty();
    }
  }

  private static boolean isAbstract(Method method) {
    return Modifier.isAbstract(method.getModifiers());
  }
}
