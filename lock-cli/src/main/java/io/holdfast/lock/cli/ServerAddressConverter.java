package io.holdfast.lock.cli;

import picocli.CommandLine.ITypeConverter;

/** Reads the URI of a server, and keeps its text. */
public final class ServerAddressConverter implements ITypeConverter<ServerAddress> {

  /** For picocli. */
  public ServerAddressConverter() {}

  @Override
  public ServerAddress convert(String text) {
    return new ServerAddress(new RedisUriConverter().convert(text), text);
  }
}
