package io.holdfast.lock.core.script;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The text of a script and its SHA-1, by which the server knows it. Constant: data travels in
 * {@code KEYS} and {@code ARGV} only.
 *
 * @param name the name of the file, for people
 * @param text what the server runs
 * @param sha1 lower-case hexadecimal SHA-1 of the text
 */
public record LuaScript(String name, String text, String sha1) {

  private static final String INCLUDE = "-- @include ";

  /** A place where files of scripts lie. */
  @FunctionalInterface
  public interface Source {

    /** The files that lie beside a class of this module. */
    static Source beside(Class<?> type) {
      return type::getResourceAsStream;
    }

    /** The file of that name; null if there is none. */
    @Nullable InputStream open(String file);

    /** Those of this place, and where it has none, those of another. */
    default Source or(Source other) {
      return file -> {
        InputStream stream = open(file);
        return stream == null ? other.open(file) : stream;
      };
    }

    /**
     * The same for one thread that loads several scripts, each file looked for once: most scripts
     * include the same ones, and a look for a file that is missing opens every jar of the class
     * path.
     */
    default Source remembering() {
      Map<String, Optional<byte[]>> looked = new HashMap<>();
      return file ->
          looked
              .computeIfAbsent(file, name -> LuaScript.bytes(this, name))
              .map(ByteArrayInputStream::new)
              .orElse(null);
    }
  }

  /**
   * Loads a script. A line {@code -- @include x.lua} is replaced by that file: of the same place,
   * or else of this package. A second time the line of a file is left out.
   *
   * @throws IllegalStateException if a file is missing, or includes itself
   */
  public static LuaScript load(Source source, String file) {
    String text =
        expand(source.or(Source.beside(LuaScript.class)), file, new HashSet<>(), new HashSet<>())
            .stream()
            .collect(Collectors.joining("\n", "", "\n"));
    return new LuaScript(file, text, sha1(text));
  }

  /** The lines of a file that is not among those included, with the files that it includes. */
  private static List<String> expand(
      Source source, String file, Set<String> included, Set<String> open) {
    included.add(file);
    open.add(file);
    List<String> lines =
        read(source, file)
            .lines()
            .flatMap(line -> included(source, line, included, open).stream())
            .toList();
    open.remove(file);
    return lines;
  }

  private static List<String> included(
      Source source, String line, Set<String> included, Set<String> open) {
    if (!line.startsWith(INCLUDE)) {
      return List.of(line);
    }
    String file = line.substring(INCLUDE.length()).strip();
    if (open.contains(file)) {
      throw new IllegalStateException("script " + file + " includes itself");
    }
    return included.contains(file) ? List.of() : expand(source, file, included, open);
  }

  private static String read(Source source, String file) {
    return bytes(source, file)
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8))
        .orElseThrow(() -> new IllegalStateException("script " + file + " not found"));
  }

  /** Empty if there is no such file. */
  private static Optional<byte[]> bytes(Source source, String file) {
    try (InputStream stream = source.open(file)) {
      return stream == null ? Optional.empty() : Optional.of(stream.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("script " + file + " could not be read", e);
    }
  }

  private static String sha1(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
