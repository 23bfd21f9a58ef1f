package io.holdfast.migrate;

import io.holdfast.lock.testkit.resp.RespClient;

/**
 * Counts at the server how many are inside, and sees two at a time, and tokens that do not rise.
 */
final class Witness implements AutoCloseable {

  private static final String ENTER =
      """
      if redis.call('INCR', 'witness:inside') > 1 then
        redis.call('INCR', 'witness:overlaps')
      end
      local token = tonumber(ARGV[1])
      if token > 0 then
        if token <= tonumber(redis.call('GET', 'witness:token') or 0) then
          redis.call('INCR', 'witness:backwards')
        end
        redis.call('SET', 'witness:token', ARGV[1])
      end
      """;
  private static final String LEAVE =
      """
      redis.call('DECR', 'witness:inside')
      redis.call('INCR', 'witness:turns:' .. ARGV[1])
      """;

  private final RespClient server;

  Witness(String uri) {
    server = RespClient.connect(uri);
  }

  void enter(long token) {
    var unused = server.command("EVAL", ENTER, "0", Long.toString(token));
  }

  void leave(Phase phase) {
    var unused = server.command("EVAL", LEAVE, "0", phase.name());
  }

  /** Some round trips, in which another could come in. */
  void linger() {
    for (int i = 0; i < 5; i++) {
      var unused = server.command("PING");
    }
  }

  long overlaps() {
    return count("witness:overlaps");
  }

  long backwards() {
    return count("witness:backwards");
  }

  long turns(Phase phase) {
    return count("witness:turns:" + phase);
  }

  private long count(String key) {
    return server.number("INCRBY", key, "0");
  }

  boolean isInside() {
    return count("witness:inside") > 0;
  }

  void forget() {
    for (String key : server.texts("KEYS", "witness:*")) {
      var unused = server.number("DEL", key);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
