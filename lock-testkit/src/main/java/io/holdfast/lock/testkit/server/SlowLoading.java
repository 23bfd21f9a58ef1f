package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespClient;
import java.time.Duration;
import java.util.List;

/**
 * How to make a server load slowly: a pause after each key, and ballast, since it answers requests
 * only once in a certain number of bytes.
 *
 * @param pauseMicros after each key
 * @param canAnswerOften whether the server can be told in how many bytes; otherwise it is 2 MiB
 */
record SlowLoading(long pauseMicros, boolean canAnswerOften) {

  private static final String BALLAST_DATABASE = "15";
  private static final int BALLAST_KEYS = 1_000;
  private static final int BALLAST_BYTES = 200;
  private static final int MORE_BALLAST_BYTES = 16_000; // some eight times 2 MiB in all
  private static final int ANSWERS_EVERY_BYTES = 1_024;

  private static final String WRITE =
      "for i = 1, ARGV[1] do redis.call('set', 'ballast:' .. i, string.format('%s%s',"
          + " string.rep('x', ARGV[2]), i)) end return redis.call('dbsize')";

  /** Writes the ballast over this connection and leaves it at database 0. */
  static SlowLoading of(RespClient client, ServerVersion version, Duration about) {
    boolean canAnswerOften = version.isAtLeast(7, 0);
    int bytes = canAnswerOften ? BALLAST_BYTES : MORE_BALLAST_BYTES;
    client.text("CONFIG", "SET", "rdbcompression", "no"); // of the snapshot that will be loaded
    long keys = client.number("DBSIZE");
    client.text("SELECT", BALLAST_DATABASE);
    keys +=
        client.number("EVAL", WRITE, "0", Integer.toString(BALLAST_KEYS), Integer.toString(bytes));
    client.text("SELECT", "0");
    return new SlowLoading(Math.max(1, about.toNanos() / 1_000 / keys), canAnswerOften);
  }

  static void deleteBallast(RespClient client) {
    client.text("SELECT", BALLAST_DATABASE);
    client.text("FLUSHDB");
    client.text("SELECT", "0");
  }

  List<List<String>> directives() {
    List<String> pause = List.of("key-load-delay", Long.toString(pauseMicros));
    List<String> plain = List.of("rdbcompression", "no");
    return canAnswerOften
        ? List.of(
            pause,
            plain,
            List.of("loading-process-events-interval-bytes", Integer.toString(ANSWERS_EVERY_BYTES)))
        : List.of(pause, plain);
  }
}
