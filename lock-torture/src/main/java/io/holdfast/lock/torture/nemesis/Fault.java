package io.holdfast.lock.torture.nemesis;

import java.time.Duration;
import java.util.Random;
import java.util.Set;

/**
 * Something that goes wrong, and how. Stateless: what is to be undone is in its {@link Healing}.
 */
public interface Fault {

  /** Short, without blanks: {@code drop-replies}. */
  String name();

  /** How often it is chosen, compared with the others; at least 1. */
  int weight();

  /** What it is done to. */
  Target target();

  /** Without these it is not chosen. */
  Set<Need> needs();

  /** It makes no sense for a shorter time. */
  default Duration atLeast(Battlefield field) {
    return Duration.ZERO;
  }

  /**
   * Begins it. If this throws, nothing is left of it.
   *
   * @param field the possible victims
   * @param random for everything that is chosen: the same seed must do the same
   * @param length for how long it will be left alone before it is healed
   * @return how it ends
   */
  Healing inject(Battlefield field, Random random, Duration length) throws Exception;
}
