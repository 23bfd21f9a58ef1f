package io.holdfast.benchmarks.subject;

import java.util.Locale;
import java.util.function.Function;

/** Who is measured. */
public enum Subject {
  /** The peer. */
  REDISSON(RedissonSubject::open),
  /** The limit: our scripts, sent by Lettuce, and nothing around them. */
  BARE(BareLettuce::open),
  /** Holdfast with default settings. */
  HOLDFAST(HoldfastSubject::open);

  private final Function<String, LockSubject> opener;

  Subject(Function<String, LockSubject> opener) {
    this.opener = opener;
  }

  /**
   * Connects a client of its own.
   *
   * @param uri {@code redis://[:password@]host:port}
   */
  public LockSubject open(String uri) {
    return opener.apply(uri);
  }

  /** In small letters, for keys and files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
