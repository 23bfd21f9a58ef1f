package io.holdfast.lock.torture.workload;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Which acts, and how often in comparison. Immutable.
 *
 * @param weights positive
 */
public record Mix(Map<Act, Integer> weights) {

  /** Keeps a copy; refuses an empty mix, weights that are not positive, and pools among locks. */
  public Mix {
    weights = Map.copyOf(weights);
    if (weights.isEmpty() || weights.values().stream().anyMatch(weight -> weight <= 0)) {
      throw new IllegalArgumentException("mix: " + weights + ": needs positive weights");
    }
    if (weights.keySet().stream().map(Act::needsPool).distinct().count() > 1) {
      throw new IllegalArgumentException("mix: " + weights + ": a pool is not a lock");
    }
  }

  /** Every act that needs no condition and no read lock, equally often. */
  public static Mix all() {
    Set<Act> acts = EnumSet.complementOf(EnumSet.of(Act.AWAIT, Act.SIGNAL));
    acts.removeIf(act -> act.needsReadLock() || act.needsPool());
    return of(acts.toArray(Act[]::new));
  }

  /** Every act equally often, for a lock that has conditions. */
  public static Mix withConditions() {
    Set<Act> acts = EnumSet.allOf(Act.class);
    acts.removeIf(act -> act.needsReadLock() || act.needsPool());
    return of(acts.toArray(Act[]::new));
  }

  /** Every act equally often, for a read-write lock; it has conditions. */
  public static Mix readWrite() {
    return of(Arrays.stream(Act.values()).filter(act -> !act.needsPool()).toArray(Act[]::new));
  }

  /** Every act of a pool of permits, {@code resize} less often than the others. */
  public static Mix pool() {
    Map<Act, Integer> weights = new EnumMap<>(Act.class);
    Arrays.stream(Act.values()).filter(Act::needsPool).forEach(act -> weights.put(act, 8));
    weights.put(Act.RESIZE, 1);
    return new Mix(weights);
  }

  /** Whether it is done with pools of permits, not with locks. */
  boolean needsPool() {
    return weights.keySet().stream().anyMatch(Act::needsPool);
  }

  /** These acts equally often; one named twice, twice as often. */
  public static Mix of(Act... acts) {
    Map<Act, Integer> weights = new EnumMap<>(Act.class);
    Arrays.stream(acts).forEach(act -> weights.merge(act, 1, Integer::sum));
    return new Mix(weights);
  }

  /** Reads {@link #toString()}. */
  static Mix parse(String text) {
    Map<Act, Integer> weights = new EnumMap<>(Act.class);
    for (String part : text.split("\\+", -1)) {
      int colon = part.indexOf(':');
      weights.put(
          Act.valueOf(part.substring(0, colon).toUpperCase(Locale.ROOT)),
          Integer.parseInt(part.substring(colon + 1)));
    }
    return new Mix(weights);
  }

  Act choose(Random random) {
    Map<Act, Integer> ordered = new TreeMap<>(weights);
    int at = random.nextInt(ordered.values().stream().mapToInt(Integer::intValue).sum());
    for (Map.Entry<Act, Integer> each : ordered.entrySet()) {
      at -= each.getValue();
      if (at < 0) {
        return each.getKey();
      }
    }
    throw new IllegalStateException("the weights of " + this + " do not add up");
  }

  /** {@code lock:2+try_lock:1}. */
  @Override
  public String toString() {
    return new TreeMap<>(weights)
        .entrySet().stream()
            .map(each -> each.getKey().name().toLowerCase(Locale.ROOT) + ":" + each.getValue())
            .collect(Collectors.joining("+"));
  }
}
