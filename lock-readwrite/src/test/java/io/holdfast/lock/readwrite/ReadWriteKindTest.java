package io.holdfast.lock.readwrite;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import io.holdfast.lock.core.kind.KindRules;
import org.junit.jupiter.api.Test;

/** What this module must leave to the engine. */
class ReadWriteKindTest {

  @Test
  void module_always_leavesToTheEngineWhatIsTheEngines() {
    KindRules.checkModule(ReadWriteLocks.class);
  }

  @Test
  void methods_always_areNotSynchronized() {
    JavaClasses main = KindRules.mainCode(ReadWriteLocks.class);
    noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED).check(main);
  }

  @Test
  void packages_amongEachOther_pointOneWay() {
    JavaClasses main = KindRules.mainCode(ReadWriteLocks.class);
    noClasses()
        .that()
        .resideInAPackage("io.holdfast.lock.readwrite.gate")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.holdfast.lock.readwrite")
        .check(main);
  }
}
