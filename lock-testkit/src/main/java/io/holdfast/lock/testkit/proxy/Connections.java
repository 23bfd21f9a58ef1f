package io.holdfast.lock.testkit.proxy;

/**
 * Which connections of a proxy a fault is for: immutable, every method returns a refined copy.
 *
 * <p>A connection is an <em>inbox</em> from its first {@code SUBSCRIBE} ({@code PSUBSCRIBE}, {@code
 * SSUBSCRIBE}) on, that command included, and one for <em>verbs</em> until then. Connections are
 * numbered from 1, in the order in which the proxy accepted them.
 */
public final class Connections {

  private enum Kind {
    ALL,
    INBOX,
    VERBS
  }

  private enum Age {
    ANY,
    PRESENT,
    LATER
  }

  private final Kind kind;
  private final Age age;
  private final int first;
  private final int last;

  private Connections(Kind kind, Age age, int first, int last) {
    this.kind = kind;
    this.age = age;
    this.first = first;
    this.last = last;
  }

  private static Connections of(Kind kind) {
    return new Connections(kind, Age.ANY, 1, Integer.MAX_VALUE);
  }

  /** Every connection, those to come included. */
  public static Connections all() {
    return of(Kind.ALL);
  }

  /** Those that have subscribed. */
  public static Connections inbox() {
    return of(Kind.INBOX);
  }

  /** Those that have not. */
  public static Connections verbs() {
    return of(Kind.VERBS);
  }

  /** The one with this number. */
  public static Connections number(int number) {
    if (number < 1) {
      throw new IllegalArgumentException("number: connections are numbered from 1, not " + number);
    }
    return new Connections(Kind.ALL, Age.ANY, number, number);
  }

  /** Of these, those that are there when the fault begins: new ones work. */
  public Connections present() {
    return new Connections(kind, Age.PRESENT, first, last);
  }

  /** Of these, those that come after the fault began: the present ones work. */
  public Connections later() {
    return new Connections(kind, Age.LATER, first, last);
  }

  /** Said once, when the fault begins: which number is the last of the present ones. */
  Connections asOf(int lastAccepted) {
    return switch (age) {
      case ANY -> this;
      case PRESENT -> new Connections(kind, Age.ANY, first, Math.min(last, lastAccepted));
      case LATER -> new Connections(kind, Age.ANY, Math.max(first, lastAccepted + 1), last);
    };
  }

  boolean include(int number, boolean hasSubscribed) {
    boolean isOfKind = kind == Kind.ALL || hasSubscribed == (kind == Kind.INBOX);
    return isOfKind && first <= number && number <= last;
  }

  @Override
  public String toString() {
    String which =
        first == last ? "connection " + first : kind == Kind.ALL ? "all connections" : kind.name();
    return age == Age.ANY ? which : which + " (" + age + ")";
  }
}
