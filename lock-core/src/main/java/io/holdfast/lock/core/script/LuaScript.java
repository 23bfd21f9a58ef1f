package io.holdfast.lock.core.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Collectors;

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

  /**
   * Loads a script that lies beside a class. A line {@code -- @include x.lua} is replaced by that
   * file of this package; what is included includes nothing itself.
   *
   * @throws IllegalStateException if a file is missing
   */
  public static LuaScript load(Class<?> beside, String file) {
    String text =
        read(beside, file)
            .lines()
            .map(
                line ->
                    line.startsWith(INCLUDE)
                        ? read(LuaScript.class, line.substring(INCLUDE.length()).strip())
                        : line)
            .collect(Collectors.joining("\n", "", "\n"));
    return new LuaScript(file, text, sha1(text));
  }

  private static String read(Class<?> beside, String file) {
    try (InputStream stream = beside.getResourceAsStream(file)) {
      if (stream == null) {
        throw new IllegalStateException("script " + file + " not found beside " + beside);
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
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
