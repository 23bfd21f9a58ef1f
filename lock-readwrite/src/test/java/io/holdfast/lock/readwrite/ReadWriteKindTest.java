package io.holdfast.lock.readwrite;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.holdfast.lock.core.kind.KindRules;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What this module does not do by itself. */
class ReadWriteKindTest {

  @Test
  void module_always_leavesToTheEngineWhatIsTheEngines() {
    KindRules.checkModule("io.holdfast.lock.readwrite");
  }

  @Test
  void methods_always_areNotSynchronized() {
    JavaClasses main = new ClassFileImporter().importPath(Path.of("target", "classes"));
    noMethods().should().haveModifier(JavaModifier.SYNCHRONIZED).check(main);
  }

  @Test
  void packages_amongEachOther_pointOneWay() {
    JavaClasses main = new ClassFileImporter().importPath(Path.of("target", "classes"));
    noClasses()
        .that()
        .resideInAPackage("io.holdfast.lock.readwrite.gate")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.holdfast.lock.readwrite")
        .check(main);
  }
}
