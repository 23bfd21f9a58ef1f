package io.holdfast.lock.semaphore;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.holdfast.lock.core.kind.KindRules;
import org.junit.jupiter.api.Test;

/** What this module must leave to the engine. */
class SemaphoreKindTest {

  @Test
  void module_always_leavesToTheEngineWhatIsTheEngines() {
    KindRules.checkModule(Semaphores.class);
  }

  @Test
  void methods_always_areNotSynchronized() {
    JavaClasses main = KindRules.mainCode(Semaphores.class);
    noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED).check(main);
  }

  @Test
  void packages_amongEachOther_pointOneWay() {
    JavaClasses main = KindRules.mainCode(Semaphores.class);
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
