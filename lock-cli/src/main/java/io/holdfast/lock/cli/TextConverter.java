package io.holdfast.lock.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Takes words as they are, but refuses those that Java could not read: in a locale without Unicode
 * it replaces what it does not know, so that different lock names would become one.
 */
public final class TextConverter implements ITypeConverter<String> {

  /** For picocli. */
  public TextConverter() {}

  @Override
  public String convert(String text) {
    if (text.indexOf('\ufffd') >= 0) {
      throw new TypeConversionException(
          "'%s' cannot be read in the locale of this process: set LC_ALL=C.UTF-8 or another UTF-8 locale"
              .formatted(text.replace('\ufffd', '?')));
    }
    return text;
  }
}
