package io.holdfast.lock.semaphore;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.holdfast.lock.core.kind.KindRules;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What this module does not do by itself. */
class SemaphoreKindTest {

  @Test
  void module_always_leavesToTheEngineWhatIsTheEngines() {
    KindRules.checkModule("io.holdfast.lock.semaphore");
  }

  @Test
  void methods_always_areNotSynchronized() {
    JavaClasses main = new ClassFileImporter().importPath(Path.of("target", "classes"));
    noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED).check(main);
  }

  @Test
  void packages_amongEachOther_pointOneWay() {
    JavaClasses main = new ClassFileImporter().importPath(Path.of("target", "classes"));
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("factory")
        .definedBy("io.holdfast.lock.semaphore")
        .layer("pool")
        .definedBy("io.holdfast.lock.semaphore.pool")
        .layer("count")
        .definedBy("io.holdfast.lock.semaphore.count")
        .whereLayer("factory")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("pool")
        .mayOnlyBeAccessedByLayers("factory")
        .check(main);
  }
}
