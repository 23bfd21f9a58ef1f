package io.holdfast.lock.testkit.proxy;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * Which command a {@linkplain FaultProxy#when rule} waits for: immutable, every method returns a
 * refined copy. By default it is the first command that fits after the rule was made. If the reply
 * that a rule is about cannot come, the next command that fits takes its place.
 *
 * <pre>{@code
 * Command.named("EVALSHA").withArgumentContaining("order:42").nth(3)
 * Command.named("CLIENT SETINFO").on(Connections.inbox()).always()
 * }</pre>
 *
 * <p>Commands inside a script are not seen. The first 64 words of a command are looked at, and the
 * first 4096 bytes of each, as UTF-8.
 */
public final class Command {

  private static final List<String> SCRIPTS = List.of("EVALSHA", "EVAL", "DELEX", "DELIFEQ");

  private final String description;
  private final Predicate<List<String>> words;
  private final Connections connections;
  private final Occurrence occurrence;

  private Command(
      String description,
      Predicate<List<String>> words,
      Connections connections,
      Occurrence occurrence) {
    this.description = description;
    this.words = words;
    this.connections = connections;
    this.occurrence = occurrence;
  }

  /** Any command. */
  public static Command any() {
    return new Command("any command", words -> true, Connections.all(), new Occurrence.Nth(1));
  }

  /**
   * A script, by its text or its digest: {@code EVAL}, {@code EVALSHA}; or a command that newer
   * servers have in place of a common one: {@code DELEX}, {@code DELIFEQ}.
   */
  public static Command script() {
    return new Command(
        "a script",
        words -> SCRIPTS.stream().anyMatch(one -> beginsWith(words, List.of(one))),
        Connections.all(),
        new Occurrence.Nth(1));
  }

  /** This script, by its text or its digest. */
  public static Command script(String text, String sha1) {
    return new Command(
        "script " + sha1,
        words -> isScript(words, text, sha1),
        Connections.all(),
        new Occurrence.Nth(1));
  }

  private static boolean isScript(List<String> words, String text, String sha1) {
    return words.size() > 1
        && (beginsWith(words, List.of("EVALSHA"))
            ? words.get(1).equals(sha1)
            : beginsWith(words, List.of("EVAL")) && text.startsWith(words.get(1)));
  }

  /** By its first word or words, in whatever case: {@code EVALSHA}, {@code SCRIPT LOAD}. */
  public static Command named(String name) {
    List<String> wanted = List.of(name.strip().toUpperCase(Locale.ROOT).split("\\s+", -1));
    return new Command(
        name, words -> beginsWith(words, wanted), Connections.all(), new Occurrence.Nth(1));
  }

  private static boolean beginsWith(List<String> words, List<String> wanted) {
    return words.size() >= wanted.size()
        && words.subList(0, wanted.size()).stream()
            .map(word -> word.toUpperCase(Locale.ROOT))
            .toList()
            .equals(wanted);
  }

  /** Only if one of its arguments is this. */
  public Command withArgument(String argument) {
    return where("argument " + argument, argument::equals);
  }

  /** Only if one of its arguments contains this. */
  public Command withArgumentContaining(String part) {
    return where("argument like *" + part + "*", word -> word.contains(part));
  }

  private Command where(String also, Predicate<String> argument) {
    return new Command(
        description + " with " + also,
        words.and(all -> all.stream().skip(1).anyMatch(argument)),
        connections,
        occurrence);
  }

  /** Only on these connections. */
  public Command on(Connections those) {
    return new Command(description, words, those, occurrence);
  }

  /** Not the first that fits but the n-th, counted from 1 over all connections; only that one. */
  public Command nth(int n) {
    if (n < 1) {
      throw new IllegalArgumentException("n: commands are counted from 1, not " + n);
    }
    return new Command(description, words, connections, new Occurrence.Nth(n));
  }

  /** Each that fits. */
  public Command always() {
    return new Command(description, words, connections, new Occurrence.Always());
  }

  /** Each that fits with this probability, drawn from the {@linkplain FaultProxy#seed seed}. */
  public Command sometimes(double probability) {
    if (!(probability >= 0 && probability <= 1)) {
      throw new IllegalArgumentException("probability: " + probability + " is not within 0 and 1");
    }
    return new Command(description, words, connections, new Occurrence.Sometimes(probability));
  }

  boolean fits(List<String> sent) {
    return words.test(sent);
  }

  Connections connections() {
    return connections;
  }

  Occurrence occurrence() {
    return occurrence;
  }

  @Override
  public String toString() {
    return description + " on " + connections + ", " + occurrence;
  }
}
