package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.History;
import io.holdfast.lock.torture.history.HistoryReader;
import io.holdfast.lock.torture.register.Register;
import io.holdfast.lock.torture.register.ResourceReport;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A run, ready to be judged. Immutable.
 *
 * <pre>{@code
 * Verdict verdict = Examination.of(directory, Bounds.ofLease(Duration.ofSeconds(2))).verdict();
 * if (!verdict.isPassed()) {
 *   System.err.println(verdict.report());
 * }
 * }</pre>
 */
public final class Examination {

  /** The name of the register's file beside the histories. */
  public static final String REGISTER = "register";

  private static final List<Check> CHECKS =
      List.of(
          new ExclusionCheck(),
          new TokenCheck(),
          new RegisterCheck(),
          new FifoCheck(),
          new ReadWriteCheck(),
          new PermitCheck(),
          new LivenessCheck(),
          new ResidueCheck(),
          new ExceptionCheck(),
          new LinearizabilityCheck());

  private final History history;
  private final List<ResourceReport> resources;
  private final Optional<Residue> residue;
  private final Bounds bounds;

  private Examination(
      History history, List<ResourceReport> resources, Optional<Residue> residue, Bounds bounds) {
    this.history = history;
    this.resources = List.copyOf(resources);
    this.residue = residue;
    this.bounds = bounds;
  }

  /**
   * Of all histories in a directory, and the register if there is one there.
   *
   * @throws java.io.UncheckedIOException if they cannot be read
   */
  public static Examination of(Path directory, Bounds bounds) {
    return of(HistoryReader.readAll(directory), Register.read(directory.resolve(REGISTER)), bounds);
  }

  /** Of this history and these resources. */
  public static Examination of(History history, List<ResourceReport> resources, Bounds bounds) {
    return new Examination(history, resources, Optional.empty(), bounds);
  }

  /** With what was left when all was over. */
  public Examination residue(Residue left) {
    return new Examination(history, resources, Optional.of(left), bounds);
  }

  /** Judges. Takes some seconds and memory for each million records. */
  public Verdict verdict() {
    Evidence evidence = new Evidence(history, resources, residue, bounds);
    List<Finding> findings =
        CHECKS.stream()
            .flatMap(check -> check.examine(evidence).stream())
            .sorted(Comparator.comparing(Finding::severity))
            .toList();
    return new Verdict(findings, Statistics.of(evidence));
  }
}
