package io.holdfast.lock.core.mutant;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs some tests, {@code Class} or {@code Class#method}, in a JVM of their own. */
final class MutantRun {

  /** All tests have passed. */
  static final int LIVES = 0;

  /** At least one has failed. */
  static final int KILLED = 10;

  /** There are no such tests, or their class failed as a whole. */
  static final int NO_TESTS = 20;

  /** Not even a free lock can be taken, so any test would fail. */
  static final int BROKEN = 30;

  private final String prefix;

  private MutantRun(String testPackage) {
    prefix = testPackage + '.';
  }

  /** The package of the tests, one that must pass, and those of which one has to fail. */
  public static void main(String[] args) {
    MutantRun run = new MutantRun(args[0]);
    List<String> tests = List.of(args).subList(2, args.length);
    System.exit(run.run(List.of(args[1])) == LIVES ? run.run(tests) : BROKEN);
  }

  private int run(List<String> tests) {
    Launcher launcher = LauncherFactory.create();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    launcher.execute(request(tests), listener);
    TestExecutionSummary summary = listener.getSummary();
    for (TestExecutionSummary.Failure failure : summary.getFailures()) {
      System.out.printf(
          "failed: %s: %s%n", failure.getTestIdentifier().getDisplayName(), failure.getException());
    }
    System.out.printf(
        "%s: %d of %d tests failed%n",
        tests, summary.getTestsFailedCount(), summary.getTestsStartedCount());
    if (summary.getTestsFailedCount() > 0) {
      return KILLED;
    }
    return summary.getTestsSucceededCount() > 0 && summary.getTotalFailureCount() == 0
        ? LIVES
        : NO_TESTS;
  }

  private LauncherDiscoveryRequest request(List<String> tests) {
    Set<String> whole =
        tests.stream().filter(test -> !test.contains("#")).collect(Collectors.toSet());
    PostDiscoveryFilter named =
        descriptor ->
            FilterResult.includedIf(
                descriptor
                    .getSource()
                    .filter(MethodSource.class::isInstance)
                    .map(MethodSource.class::cast)
                    .map(
                        method -> {
                          String type = method.getClassName().substring(prefix.length());
                          return whole.contains(type)
                              || tests.contains(type + "#" + method.getMethodName());
                        })
                    .orElse(true));
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(
            tests.stream()
                .map(test -> DiscoverySelectors.selectClass(prefix + test.split("#", 2)[0]))
                .toList())
        .filters(named)
        .configurationParameter("junit.jupiter.execution.timeout.default", "120 s")
        .configurationParameter(
            "junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD")
        .build();
  }
}
