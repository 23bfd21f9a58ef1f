package io.holdfast.lock.torture.nemesis;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** How a {@link Nemesis} is to go about it. Not thread-safe. */
public final class NemesisBuilder {

  private final Battlefield field;
  private List<Fault> faults = Faults.all();
  private Set<String> first = Set.of();
  private long seed = System.nanoTime();
  private Optional<Tempo> tempo = Optional.empty();
  private Optional<Path> journal = Optional.empty();
  private Consumer<NemesisEvent> listener = event -> {};

  NemesisBuilder(Battlefield field) {
    this.field = field;
  }

  /** These instead of {@link Faults#all()}; those whose needs are not met are left out. */
  public NemesisBuilder faults(List<Fault> those) {
    this.faults = List.copyOf(those);
    return this;
  }

  /**
   * The same seed does the same, on the same battlefield; if not said, it is different each time.
   */
  public NemesisBuilder seed(long number) {
    this.seed = number;
    return this;
  }

  /**
   * Each of these, by name, comes once before all others, in an order that the seed decides, even
   * if the run takes longer by that; one that is not possible does not.
   */
  public NemesisBuilder first(Set<String> names) {
    this.first = Set.copyOf(names);
    return this;
  }

  /** Instead of {@link Tempo#ofRun}. */
  public NemesisBuilder tempo(Tempo other) {
    this.tempo = Optional.of(other);
    return this;
  }

  /** A file for its {@linkplain NemesisEvent events}, one a line, each written as it happens. */
  public NemesisBuilder journal(Path file) {
    this.journal = Optional.of(file);
    return this;
  }

  /** Told of each event as it happens, on the nemesis's thread. What it throws is logged. */
  public NemesisBuilder listener(Consumer<NemesisEvent> told) {
    this.listener = told;
    return this;
  }

  /**
   * Begins, and goes on for so long. The last round is not begun when the time is over, but one
   * that has begun is done.
   *
   * @throws IllegalArgumentException if the needs of no fault are met
   */
  public Nemesis start(Duration run) {
    Set<Need> offers = field.offers();
    List<Fault> possible =
        faults.stream().filter(fault -> offers.containsAll(fault.needs())).toList();
    if (possible.isEmpty()) {
      throw new IllegalArgumentException(
          "faults: none of %s is possible with %s".formatted(faults, offers));
    }
    Schedule schedule =
        new Schedule(seed, possible, first, tempo.orElseGet(() -> Tempo.ofRun(run)), field);
    Journal written = new Journal(journal, listener);
    Duration warmUp = tempo.orElseGet(() -> Tempo.ofRun(run)).warmUp();
    Campaign campaign = new Campaign(field, schedule, warmUp, run, written);
    written.write(NemesisEvent.Kind.BEGIN, 0, "-", "seed " + seed + ", faults " + possible);
    return new Nemesis(seed, names(possible), campaign, written).begin();
  }

  private static Set<String> names(List<Fault> faults) {
    return faults.stream().map(Fault::name).collect(Collectors.toUnmodifiableSet());
  }
}
