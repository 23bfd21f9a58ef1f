package io.holdfast.lock.testkit.server;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * A server's program on this machine.
 *
 * <p>{@link #locate()} takes the first of:
 *
 * <ol>
 *   <li>system property {@code holdfast.redis.bin}: the path of a program;
 *   <li>system property {@code holdfast.redis}: {@code path} for the search path only, {@code
 *       embedded} for the embedded one only;
 *   <li>{@code redis-server}, then {@code valkey-server} on the search path;
 *   <li>the embedded server: the program that the jar {@code com.github.codemonstur:embedded-redis}
 *       carries for this operating system and processor, if it is on the class path (6.2.11 on
 *       Linux x86-64).
 * </ol>
 *
 * @param path the program
 * @param version what it says it is
 * @param origin why it was chosen, for people: {@code from the search path}
 */
public record RedisBinary(Path path, ServerVersion version, String origin) {

  /**
   * The binary for this JVM, looked for once.
   *
   * @throws IllegalStateException if there is none, or a property names one that cannot be run;
   *     says what was tried
   */
  public static RedisBinary locate() {
    return Located.FOUND.get();
  }

  /**
   * This program.
   *
   * @throws IllegalStateException if it is not an executable file, or no Redis or Valkey server
   */
  public static RedisBinary at(Path program) {
    return at(program, "as asked");
  }

  static RedisBinary at(Path program, String origin) {
    if (!Files.isRegularFile(program) || !Files.isExecutable(program)) {
      throw new IllegalStateException(
          "server program " + program + " (" + origin + ") is not an executable file");
    }
    return new RedisBinary(program, VersionQuestion.ask(program), origin);
  }

  /** {@code redis 7.0.15 from the search path}. */
  @Override
  public String toString() {
    return version + " " + origin;
  }

  /** Looked for when first needed; a failure is repeated to every caller. */
  private static final class Located {
    static final Supplier<RedisBinary> FOUND = search();

    private static Supplier<RedisBinary> search() {
      try {
        RedisBinary found = BinarySearch.ofThisJvm().find();
        return () -> found;
      } catch (
          RuntimeException e) { // thrown here it would be an Error, and a riddle the second time
        return () -> {
          throw new IllegalStateException(e.getMessage(), e);
        };
      }
    }
  }
}
