package io.holdfast.lock.core.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.process.JvmCommand;
import io.holdfast.lock.testkit.process.JvmProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The engine, or a kind of lock, with one rule broken at a time ({@code src/test/mutants} of its
 * module): the tests named for the rule have to fail.
 */
@Tag("mutants")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class MutantSuite {

  private static final Path MODULE = Path.of(System.getProperty("basedir", ""));
  private static final Duration LONGEST = Duration.ofMinutes(8);

  /** The result of one mutant. */
  private record Outcome(int status, List<String> output) {}

  private final String testPackage;
  private final String least;
  private final Map<String, List<String>> killers; // of these mutants alone; all, if empty
  // A mutant that is killed mostly waits in vain.
  private final ExecutorService threads =
      Executors.newFixedThreadPool(2 * Runtime.getRuntime().availableProcessors());

  private final Map<Mutant, Future<Outcome>> outcomes = new LinkedHashMap<>();

  /**
   * The mutants of this module.
   *
   * @param testPackage where its tests are
   * @param least a test, {@code Class#method}, that any mutant must pass: one that does not is
   *     broken altogether, and every test would fail
   */
  protected MutantSuite(String testPackage, String least) {
    this(testPackage, least, Map.of());
  }

  /**
   * Some mutants of this module, which other tests have to kill as well as those that their patches
   * name.
   *
   * @param killers of each mutant, by its name
   */
  protected MutantSuite(String testPackage, String least, Map<String, List<String>> killers) {
    this.testPackage = testPackage;
    this.least = least;
    this.killers = killers;
  }

  @BeforeAll
  void runAll(@TempDir Path work) {
    String wanted = System.getProperty("mutants", ".*");
    for (Mutant mutant : Mutant.in(MODULE.resolve("src/test/mutants"))) {
      boolean isOurs = killers.isEmpty() || killers.containsKey(mutant.name());
      if (isOurs && mutant.name().matches(wanted)) {
        outcomes.put(mutant, threads.submit(() -> run(mutant, work)));
      }
    }
  }

  private Outcome run(Mutant mutant, Path work) throws Exception {
    Path directory = Files.createDirectory(work.resolve(mutant.name()));
    JvmCommand command =
        JvmCommand.of(MutantRun.class)
            .classPathFirst(mutant.build(MODULE.toAbsolutePath().getParent(), directory))
            .arguments(
                Stream.concat(Stream.of(testPackage, least), killers(mutant).stream())
                    .toArray(String[]::new));
    long start = System.nanoTime();
    try (JvmProcess jvm = command.start()) {
      int status = jvm.exitValue(LONGEST);
      System.out.printf(
          "%s: %s after %d s%n",
          mutant.name(),
          status == MutantRun.KILLED ? "killed" : "status " + status,
          Duration.ofNanos(System.nanoTime() - start).toSeconds());
      return new Outcome(status, jvm.output());
    }
  }

  private List<String> killers(Mutant mutant) {
    return killers.getOrDefault(mutant.name(), mutant.killers());
  }

  Stream<Named<Mutant>> mutants() {
    return outcomes.keySet().stream().map(mutant -> Named.of(mutant.name(), mutant));
  }

  @ParameterizedTest
  @MethodSource("mutants")
  @Timeout(value = 1, unit = TimeUnit.HOURS) // others come before it
  void mutant_ofThisModule_isKilled(Mutant mutant) throws Exception {
    Outcome outcome = outcomes.get(mutant).get();
    assertThat(outcome.status())
        .as("%s: %s\n%s", mutant.rule(), killers(mutant), String.join("\n", tail(outcome.output())))
        .isEqualTo(MutantRun.KILLED);
  }

  private static List<String> tail(List<String> lines) {
    return lines.subList(Math.max(0, lines.size() - 40), lines.size());
  }

  @AfterAll
  void endAll() {
    threads.shutdownNow();
  }
}
