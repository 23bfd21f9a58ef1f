package io.holdfast.lock.cli;

import io.holdfast.lock.core.server.ServerUri;
import io.lettuce.core.RedisURI;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the URI of a server; never repeats its password. */
public final class RedisUriConverter implements ITypeConverter<RedisURI> {

  /** For picocli. */
  public RedisUriConverter() {}

  @Override
  public RedisURI convert(String text) {
    if (!TextConverter.isReadable(text)) {
      throw new NoUri("the server URI " + TextConverter.ADVICE);
    }
    try {
      return ServerUri.parse(text);
    } catch (IllegalArgumentException e) {
      throw new NoUri(String.valueOf(e.getMessage()));
    }
  }

  /** Says what is wrong with a URI, and nothing of it. */
  static final class NoUri extends TypeConversionException {

    private static final long serialVersionUID = 1L;

    private NoUri(String message) {
      super(message);
    }
  }
}
