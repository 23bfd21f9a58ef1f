package io.holdfast.lock.cli;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.lettuce.core.RedisURI;
import picocli.CommandLine.Option;

/** Which server and which keys: the options that most subcommands have. */
public final class ServerOptions {

  @Option(
      names = "--redis",
      paramLabel = "URI",
      converter = RedisUriConverter.class,
      defaultValue = "${env:HOLDFAST_REDIS:-redis://localhost}",
      description =
          "The Redis or Valkey server. Default: environment variable HOLDFAST_REDIS, or"
              + " redis://localhost. A password is safer there than on a command line.")
  private RedisURI redis = RedisURI.create("localhost", RedisURI.DEFAULT_REDIS_PORT);

  @Option(
      names = "--prefix",
      paramLabel = "TEXT",
      converter = TextConverter.class,
      defaultValue = "holdfast",
      description = "What all keys begin with. Default: ${DEFAULT-VALUE}")
  private String prefix = "holdfast";

  /** For picocli. */
  public ServerOptions() {}

  /** The server. */
  public RedisURI redis() {
    return redis;
  }

  /** What all keys begin with. */
  public String prefix() {
    return prefix;
  }

  /**
   * Connects.
   *
   * @throws UsageException if the prefix cannot be one
   * @throws io.holdfast.lock.LockServerException if the server cannot be reached, or refuses
   */
  public HoldfastClient connect() {
    HoldfastSettings settings;
    try {
      settings = HoldfastSettings.builder().keyPrefix(prefix).build();
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
    return HoldfastClient.connect(settings, redis);
  }
}
