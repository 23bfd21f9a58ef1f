package io.holdfast.lock.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.holdfast.lock.testkit.concurrent.ThreadKind;
import java.io.IOException;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;

class VirtualThreadsExtensionTest {

  private static final List<Thread> RAN_ON = new CopyOnWriteArrayList<>();
  private static final List<String> INTERRUPTED = new CopyOnWriteArrayList<>();
  private String before;

  @BeforeEach
  void remember() {
    RAN_ON.clear();
    INTERRUPTED.clear();
    before = System.getProperty(ThreadKind.PROPERTY);
  }

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(ThreadKind.PROPERTY);
    } else {
      System.setProperty(ThreadKind.PROPERTY, before);
    }
  }

  @ExtendWith(VirtualThreadsExtension.class)
  static class Traced {
    @BeforeEach
    void setUp() {
      RAN_ON.add(Thread.currentThread());
    }

    @Test
    void test() {
      RAN_ON.add(Thread.currentThread());
    }

    @ParameterizedTest
    @ValueSource(ints = 1)
    void template(int number) {
      RAN_ON.add(Thread.currentThread());
    }

    @AfterEach
    void tearDown() {
      RAN_ON.add(Thread.currentThread());
    }
  }

  @ExtendWith(VirtualThreadsExtension.class)
  static class Failing {
    @Test
    void checked() throws IOException {
      throw new IOException("as it is");
    }
  }

  @ExtendWith(VirtualThreadsExtension.class)
  static class Hanging {
    @Test
    @Timeout(value = 200, unit = TimeUnit.MILLISECONDS)
    void hangs() throws InterruptedException {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        INTERRUPTED.add("yes");
        throw e;
      }
    }
  }

  private static boolean isVirtual(Thread thread) {
    return thread.getClass().getSimpleName().contains("Virtual");
  }

  private static void virtual() {
    assumeThat(ThreadKind.VIRTUAL.isSupported()).as("Java 21").isTrue();
    System.setProperty(ThreadKind.PROPERTY, "virtual");
  }

  @Test
  void virtual_testAndWhatIsAroundIt_shareOneVirtualThread() {
    virtual();
    Inner.run(Traced.class).assertStatistics(events -> events.succeeded(2).failed(0));

    assertThat(RAN_ON).hasSize(6).allMatch(VirtualThreadsExtensionTest::isVirtual);
    assertThat(RAN_ON.subList(0, 3)).containsOnly(RAN_ON.get(0));
    assertThat(RAN_ON.subList(3, 6)).containsOnly(RAN_ON.get(3)).doesNotContain(RAN_ON.get(0));
  }

  @Test
  void platform_isTheDefault() {
    System.clearProperty(ThreadKind.PROPERTY);
    Inner.run(Traced.class).assertStatistics(events -> events.succeeded(2));
    assertThat(RAN_ON).hasSize(6).containsOnly(Thread.currentThread());
  }

  @Test
  void virtual_exception_isPassedOnAsItIs() {
    virtual();
    assertThat(failure(Failing.class)).isInstanceOf(IOException.class).hasMessage("as it is");
  }

  @Test
  void virtual_timeOut_interruptsTheTest() {
    virtual();
    assertThat(failure(Hanging.class)).hasMessageContaining("timed out after 200 milliseconds");
    assertThat(INTERRUPTED).containsExactly("yes");
  }

  @Test
  void unknownKind_fails() {
    System.setProperty(ThreadKind.PROPERTY, "green");
    assertThat(failure(Failing.class))
        .hasMessage("holdfast.test.threads: green is neither platform nor virtual");
  }

  @Test
  void virtualBelow21_failsInsteadOfPretending() {
    assumeThat(ThreadKind.VIRTUAL.isSupported()).as("Java 21").isFalse();
    System.setProperty(ThreadKind.PROPERTY, "virtual");
    assertThat(failure(Failing.class)).hasMessageContaining("virtual needs Java 21, this is ");
  }

  @Test
  void extension_isFoundByJUnit() {
    assertThat(ServiceLoader.load(Extension.class))
        .hasAtLeastOneElementOfType(VirtualThreadsExtension.class);
  }

  private static Throwable failure(Class<?> testClass) {
    return Inner.run(testClass).failed().stream()
        .findFirst()
        .orElseThrow()
        .getRequiredPayload(TestExecutionResult.class)
        .getThrowable()
        .orElseThrow();
  }
}
