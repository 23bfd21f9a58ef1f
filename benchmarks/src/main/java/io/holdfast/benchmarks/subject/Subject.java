package io.holdfast.benchmarks.subject;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;

/** Who is measured. */
public enum Subject {
  /** The peer. */
  REDISSON("Redisson", RedissonSubject::open, RedissonQuorum::open, RedissonSubject::openCluster),
  /** Spring Integration, which asks again and again for a lock that is held. */
  SPRING_SPIN("Spring, spinning", SpringSubject::openSpinning),
  /** The same, told by a message when it is free. */
  SPRING_PUB_SUB("Spring, pub/sub", SpringSubject::openListening),
  /** {@code java.util.concurrent}: no server, one JVM only. */
  JUC("JUC", uri -> JucSubject.open()),
  /** The limit: our scripts, sent by Lettuce, and nothing around them. */
  BARE("bare", BareLettuce::open),
  /** The least that a free lock with a token can ask of the server, sent by Lettuce. */
  THIN("thin commands", ThinLettuce::open),
  /** Holdfast with default settings. */
  HOLDFAST("Holdfast", HoldfastSubject::open, HoldfastQuorum::open, HoldfastSubject::openCluster),
  /** The same, with all meters of {@code lock-micrometer}. */
  METERED("Holdfast, metered", HoldfastSubject::openMetered),
  /** The same, with a direct listener that does nothing. */
  HEARD("Holdfast, with a listener", HoldfastSubject::openHeard),
  /** The same, set to linger for as long as a slice. */
  LINGERING("Holdfast, lingering", HoldfastSubject::openLingering);

  private final String title;
  private final Function<String, LockSubject> opener;
  private final Function<List<String>, LockSubject> quorumOpener;
  private final Function<String, LockSubject> clusterOpener;

  /** One that is measured with a single server only. */
  Subject(String title, Function<String, LockSubject> opener) {
    this(
        title,
        opener,
        uris -> {
          throw new UnsupportedOperationException("has no quorum of " + uris);
        },
        uri -> {
          throw new UnsupportedOperationException("is not measured with the cluster of " + uri);
        });
  }

  Subject(
      String title,
      Function<String, LockSubject> opener,
      Function<List<String>, LockSubject> quorumOpener,
      Function<String, LockSubject> clusterOpener) {
    this.title = title;
    this.opener = opener;
    this.quorumOpener = quorumOpener;
    this.clusterOpener = clusterOpener;
  }

  /** All but Holdfast with other settings or with meters, and what can take free locks only. */
  public static List<Subject> usual() {
    return Stream.of(values())
        .filter(one -> one != METERED && one != HEARD && one != LINGERING && one != THIN)
        .toList();
  }

  /**
   * Connects a client of its own.
   *
   * @param uri {@code redis://[:password@]host:port}
   */
  public LockSubject open(String uri) {
    return opener.apply(uri);
  }

  /**
   * Connects a client of its own to each of these servers, and makes a quorum of them.
   *
   * @throws UnsupportedOperationException if the subject has no such thing
   */
  public LockSubject openQuorum(List<String> uris) {
    return quorumOpener.apply(uris);
  }

  /**
   * Connects a client of its own to a cluster.
   *
   * @param uri of one of its nodes
   * @throws UnsupportedOperationException if the subject is not measured there
   */
  public LockSubject openCluster(String uri) {
    return clusterOpener.apply(uri);
  }

  /**
   * Refuses what the subject cannot do.
   *
   * @param jvms how many want the same locks
   * @throws IllegalArgumentException if it has no locks that so many share
   */
  public void requireSharedBy(int jvms) {
    if (this == JUC && jvms > 1) {
      throw new IllegalArgumentException(
          "subject %s: %d JVMs, must be 1: its locks are known in one JVM only"
              .formatted(this, jvms));
    }
  }

  /** For people. */
  public String title() {
    return title;
  }

  /** In small letters, for keys and files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
