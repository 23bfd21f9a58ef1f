package io.holdfast.spring.integration;

import io.holdfast.lock.testkit.resp.RespClient;
import java.util.List;

/**
 * What leaders write to: it refuses a token that is lower than one that it has seen. On a server of
 * its own, which loses nothing.
 */
final class TokenLog implements AutoCloseable {

  private static final String SCRIPT =
      """
      local token, entry = ARGV[1], ARGV[1] .. ' ' .. ARGV[2]
      if tonumber(token) < tonumber(redis.call('GET', 'seen') or 0) then
        redis.call('RPUSH', 'refused', entry)
        return 0
      end
      redis.call('SET', 'seen', token)
      redis.call('RPUSH', 'written', entry)
      return 1
      """;

  private final RespClient server;

  TokenLog(String uri) {
    server = RespClient.connect(uri);
  }

  /** Who wrote, and with which token. */
  record Entry(long token, String writer) {

    private static Entry of(String text) {
      String[] words = text.split(" ", -1);
      return new Entry(Long.parseLong(words[0]), words[1]);
    }
  }

  /** Whether it was written. */
  boolean write(long token, String writer) {
    return server.number("EVAL", SCRIPT, "0", Long.toString(token), writer) == 1;
  }

  List<Entry> written() {
    return entries("written");
  }

  List<Entry> refused() {
    return entries("refused");
  }

  private List<Entry> entries(String list) {
    return server.texts("LRANGE", list, "0", "-1").stream().map(Entry::of).toList();
  }

  @Override
  public void close() {
    server.close();
  }
}
