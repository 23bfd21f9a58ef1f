package io.holdfast.spring.boot.test;

import static io.holdfast.spring.boot.test.HoldfastRules.lockedIsCalledThroughTheProxy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.EvaluationResult;
import io.holdfast.spring.Locked;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which calls of methods with {@code @Locked} the rule refuses. */
class HoldfastRulesTest {

  static class Orders {
    @Locked("order:#{#id}")
    public void fulfil(long id) {}

    public void list() {}
  }

  @Target(ElementType.METHOD)
  @Retention(RetentionPolicy.RUNTIME)
  @Locked("stock")
  @interface UnderTheStockLock {}

  /** Through another bean, and a method of its own that is not locked. */
  static class Good {
    private final Orders orders = new Orders();

    public void fulfilAll(List<Long> ids) {
      ids.forEach(orders::fulfil);
      ids.forEach(id -> orders.fulfil(id));
      count();
    }

    void count() {}
  }

  static class CallsItself {
    @Locked("order:#{#id}")
    public void fulfil(long id) {}

    public void fulfilFirst() {
      fulfil(1);
    }
  }

  static class CallsItselfInALambda {
    @Locked("order:#{#id}")
    public void fulfil(long id) {}

    public void fulfilAll(List<Long> ids) {
      ids.forEach(id -> fulfil(id));
    }
  }

  static class RefersToItself {
    @Locked("order:#{#id}")
    public void fulfil(long id) {}

    public void fulfilAll(List<Long> ids) {
      ids.forEach(this::fulfil);
    }
  }

  static class CallsWhatItInherits extends Orders {
    public void fulfilFirst() {
      fulfil(1);
    }
  }

  static class CallsItsComposedAnnotation {
    @UnderTheStockLock
    public void count() {}

    public void countTwice() {
      count();
    }
  }

  private static EvaluationResult resultFor(Class<?>... types) {
    return lockedIsCalledThroughTheProxy().evaluate(new ClassFileImporter().importClasses(types));
  }

  @Test
  void rule_callsOfAnotherBean_holds() {
    assertThat(resultFor(Good.class, Orders.class).hasViolation()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        CallsItself.class,
        CallsItselfInALambda.class,
        RefersToItself.class,
        CallsWhatItInherits.class,
        CallsItsComposedAnnotation.class
      })
  void rule_callsOfItself_isBroken(Class<?> type) {
    EvaluationResult result = resultFor(type, Orders.class, UnderTheStockLock.class);
    assertThat(result.getFailureReport().getDetails())
        .singleElement()
        .asString()
        .contains(type.getSimpleName(), "HoldfastRulesTest.java");
  }

  @Test
  void rule_broken_saysWhy() {
    assertThatThrownBy(
            () ->
                lockedIsCalledThroughTheProxy()
                    .check(new ClassFileImporter().importClasses(CallsItself.class)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("methods with @Locked should be called through the proxy")
        .hasMessageContaining("takes no lock")
        .hasMessageContaining("CallsItself.fulfilFirst()");
  }

  @Test
  void rule_noClasses_holds() {
    assertThatCode(
            () -> lockedIsCalledThroughTheProxy().check(new ClassFileImporter().importClasses()))
        .doesNotThrowAnyException();
  }
}
