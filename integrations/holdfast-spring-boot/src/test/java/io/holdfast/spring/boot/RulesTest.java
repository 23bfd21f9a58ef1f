package io.holdfast.spring.boot;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** What this module may use. */
class RulesTest {

  private static final String OURS = "io.holdfast.spring.boot";

  private static JavaClasses classes(ImportOption option) {
    return new ClassFileImporter().withImportOption(option).importPackages(OURS);
  }

  @Test
  void classes_main_useOnlyWhatIsExportedToAll() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAPackage("io.holdfast.lock.core.*..")
        .check(classes(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS));
  }

  @Test
  void tests_waiting_doNotSleep() {
    noClasses()
        .should()
        .callMethod(Thread.class, "sleep", long.class)
        .check(classes(ImportOption.Predefined.ONLY_INCLUDE_TESTS));
  }
}
