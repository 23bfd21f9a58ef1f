package io.holdfast.lock.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.junit.StallWatchExtension.StoodStill;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.platform.engine.TestExecutionResult;

/** What is said of a test that failed. */
class StallWatchExtensionTest {

  @ExtendWith(StallWatchExtension.class)
  static class Failing {

    @Test
    void fails() {
      throw new AssertionError("it is so");
    }
  }

  @ExtendWith(StallWatchExtension.class)
  static class FailingInTheEnd {

    @Test
    void leavesSomething() {}

    @AfterEach
    void looks() {
      throw new IllegalStateException("something is left");
    }
  }

  @ExtendWith(StallWatchExtension.class)
  static class Passing {

    @Test
    void passes() {}
  }

  private static List<TestExecutionResult> results(Class<?> tests) {
    return Inner.run(tests)
        .finished()
        .map(event -> event.getRequiredPayload(TestExecutionResult.class))
        .toList();
  }

  private static void assertRemarked(Class<?> tests, String failure) {
    assertThat(results(tests))
        .singleElement()
        .satisfies(
            result ->
                assertThat(result.getThrowable().orElseThrow())
                    .hasMessage(failure)
                    .satisfies(
                        thrown ->
                            assertThat(thrown.getSuppressed())
                                .singleElement()
                                .isInstanceOf(StoodStill.class)
                                .extracting(Throwable::getMessage)
                                .asString()
                                .startsWith("while this test ran: largest gap ")));
  }

  @Test
  void test_fails_itsFailureSaysHowLongTheMachineStoodStill() {
    assertRemarked(Failing.class, "it is so");
  }

  @Test
  void test_failsWhenItEnds_itsFailureSaysSoToo() {
    assertRemarked(FailingInTheEnd.class, "something is left");
  }

  @Test
  void test_passes_nothingIsSaid() {
    assertThat(results(Passing.class))
        .extracting(TestExecutionResult::getStatus)
        .containsExactly(TestExecutionResult.Status.SUCCESSFUL);
  }

  @Test
  void extension_isFoundByJUnitItself() {
    assertThat(ServiceLoader.load(Extension.class))
        .extracting(Object::getClass)
        .contains(StallWatchExtension.class);
  }
}
