package io.holdfast.lock.core.key;

import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Makes the names of all keys and channels under one prefix.
 *
 * <p>A lock's keys are {@code <prefix>:<kind>:<tagged name>} and {@code <prefix>:<kind>q:<tagged
 * name>}. As the kind stands before the name, no name can be made up that collides with another
 * key. The tagged name puts both keys into one slot of a cluster and is different for different
 * names:
 *
 * <pre>
 *   order:42     {order:42}        the name is the tag
 *   a{tag}b      ~a{tag}b          a name with its own tag keeps it
 *   (empty)      {!}               an empty tag would be no tag;
 *   }x           {!}x}             so a leading } is escaped by !,
 *   !x           {!!x}             and the escape by itself
 * </pre>
 */
public final class Keyspace {

  /** The longest name, in bytes of UTF-8. */
  public static final int MAX_NAME_BYTES = 1024;

  private final String prefix;
  private final String counter;

  /**
   * Keys under this prefix.
   *
   * @throws IllegalArgumentException if the prefix is empty, longer than 64 characters or has
   *     braces, white space or control characters
   */
  public Keyspace(String prefix) {
    if (prefix.isEmpty()
        || prefix.length() > 64
        || !prefix.chars().allMatch(c -> c > ' ' && c < 127 && c != '{' && c != '}')) {
      throw new IllegalArgumentException(
          "key prefix '%s': must be 1 to 64 visible ASCII characters without braces"
              .formatted(prefix));
    }
    this.prefix = prefix;
    this.counter = prefix + ":seq";
  }

  /** The keys of the lock of this kind ("lock", "fair", …) and name. */
  public LockKeys lock(String kind, String name) {
    String tagged = tagged(requireName(name));
    return new LockKeys(
        name, prefix + ':' + kind + ':' + tagged, prefix + ':' + kind + "q:" + tagged);
  }

  /**
   * The same for a kind that several have at a time: their entries are at {@code
   * <prefix>:<kind>r:…}.
   */
  public LockKeys sharedLock(String kind, String name) {
    return lock(kind, name).with(prefix + ':' + kind + "r:" + tagged(name));
  }

  /**
   * Where a server that is one of several remembers what it is: one key, for all locks of a kind.
   */
  public String node(String kind) {
    return prefix + ':' + kind + "node";
  }

  /** The counter of which the tokens of thin holds are numbers: one for all locks of a server. */
  public String counter() {
    return counter;
  }

  /** A key of this client that is never there. */
  public String probe(String clientId) {
    return prefix + ":probe:" + clientId;
  }

  /** Where a client tells of its blocked threads, for a while. */
  public String blocked(String clientId) {
    return prefix + ":blocked:" + clientId;
  }

  /** A glob pattern for SCAN that matches the keys where clients tell of their blocked threads. */
  public String blockedPattern() {
    return scanPattern("blocked");
  }

  /** What stands before a clientId in the name of its inbox. */
  public String inboxPrefix() {
    return prefix + ":inbox:";
  }

  /** A glob pattern for SCAN that matches the first keys of all locks of a kind. */
  public String scanPattern(String kind) {
    return prefix.replaceAll("[*?\\[\\]^\\\\]", "\\\\$0") + ':' + kind + ":*";
  }

  /** The name of the lock that has this first key, if it is one of that kind. */
  public Optional<String> nameOf(String kind, String lockKey) {
    String start = prefix + ':' + kind + ':';
    if (!lockKey.startsWith(start)) {
      return Optional.empty();
    }
    String tagged = lockKey.substring(start.length());
    String name;
    if (tagged.startsWith("~")) {
      name = tagged.substring(1);
    } else if (tagged.startsWith("{!") && tagged.endsWith("}")) {
      name = tagged.substring(2, tagged.length() - 1);
    } else if (tagged.startsWith("{") && tagged.endsWith("}")) {
      name = tagged.substring(1, tagged.length() - 1);
    } else {
      return Optional.empty();
    }
    return tagged(name).equals(tagged) ? Optional.of(name) : Optional.empty();
  }

  private static String tagged(String name) {
    if (hasOwnTag(name)) {
      return '~' + name;
    }
    if (name.isEmpty() || name.charAt(0) == '}' || name.charAt(0) == '!') {
      return "{!" + name + '}';
    }
    return '{' + name + '}';
  }

  /** As the server sees it: the first opening brace, closed later, with something in between. */
  private static boolean hasOwnTag(String name) {
    int open = name.indexOf('{');
    return open >= 0 && name.indexOf('}', open) > open + 1;
  }

  private static String requireName(String name) {
    if (name.length() > MAX_NAME_BYTES) {
      throw tooLong(name, name.length());
    }
    int bytes;
    try {
      bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(name)).remaining();
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "lock name '%s': is not well-formed Unicode (a surrogate without its partner)"
              .formatted(name.replaceAll("[\\ud800-\\udfff]", "?")),
          e);
    }
    if (bytes > MAX_NAME_BYTES) {
      throw tooLong(name, bytes);
    }
    return name;
  }

  private static IllegalArgumentException tooLong(String name, int length) {
    return new IllegalArgumentException(
        "lock name '%s…': %s bytes or more, must be at most %s bytes of UTF-8"
            .formatted(name.substring(0, 32), length, MAX_NAME_BYTES));
  }
}
