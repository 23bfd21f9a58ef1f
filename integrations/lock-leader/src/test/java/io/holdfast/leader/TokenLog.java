package io.holdfast.leader;

import io.holdfast.lock.testkit.resp.RespClient;
import java.util.List;

/** The resource that leaders write to. It takes no token below the highest that it has seen. */
final class TokenLog implements AutoCloseable {

  private static final String WRITE =
      """
      local line = ARGV[1] .. ' ' .. ARGV[2]
      local highest = tonumber(redis.call('GET', 'highest') or 0)
      if tonumber(ARGV[1]) < highest then
        redis.call('RPUSH', 'refused', line)
        return 0
      end
      redis.call('SET', 'highest', ARGV[1])
      if redis.call('LINDEX', 'taken', -1) ~= line then
        redis.call('RPUSH', 'taken', line)
      end
      return 1
      """;

  private final RespClient server;

  TokenLog(String uri) {
    server = RespClient.connect(uri);
  }

  /** A write by the leader of that name. */
  record Line(long token, String leader) {

    static Line of(String text) {
      int blank = text.indexOf(' ');
      return new Line(Long.parseLong(text.substring(0, blank)), text.substring(blank + 1));
    }
  }

  /** Whether the write was taken. */
  boolean write(long token, String leader) {
    return server.number("EVAL", WRITE, "0", Long.toString(token), leader) == 1;
  }

  /** What was taken; equal lines that follow each other count once. */
  List<Line> taken() {
    return lines("taken");
  }

  List<Line> refused() {
    return lines("refused");
  }

  private List<Line> lines(String key) {
    return server.texts("LRANGE", key, "0", "-1").stream().map(Line::of).toList();
  }

  @Override
  public void close() {
    server.close();
  }
}
