package io.holdfast.lock.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Takes words as they are, but refuses those that Java could not read: in a locale without Unicode
 * it replaces what it does not know, so that different lock names would become one.
 */
public final class TextConverter implements ITypeConverter<String> {

  /** What is wrong with a word that Java could not read, and what to do. */
  static final String ADVICE =
      "cannot be read in the locale of this process: set LC_ALL=C.UTF-8 or another UTF-8 locale";

  private static final char REPLACED = '\ufffd';

  /** For picocli. */
  public TextConverter() {}

  @Override
  public String convert(String text) {
    if (!isReadable(text)) {
      throw new TypeConversionException("'%s' %s".formatted(text.replace(REPLACED, '?'), ADVICE));
    }
    return text;
  }

  /** Whether Java could read it. */
  static boolean isReadable(String text) {
    return text.indexOf(REPLACED) < 0;
  }
}
