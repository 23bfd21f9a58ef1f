package io.holdfast.lock.testkit.junit;

import io.holdfast.lock.testkit.resp.RespClient;
import io.holdfast.lock.testkit.server.TestServer;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that leaves a key of the locks without an expiry on the server that {@link
 * RedisServerExtension} shares: it would stay for ever. Only the hash of a semaphore or pool, and
 * that of a latch above zero, stay until they are deleted. It looks when the test method is over,
 * before anything is cleaned up.
 */
public final class KeysExpire implements AfterTestExecutionCallback {

  /** Sorted sets and hashes of the kinds; a foreign key that a test has put there is neither. */
  private static final Pattern OF_A_KIND =
      Pattern.compile(".*:(lock|fair|rw|pool|sem|latch|red)[qr]?:\\{.*");

  private static final Pattern STAYS = Pattern.compile(".*:(pool|sem|latch):\\{.*");

  /** For JUnit. */
  public KeysExpire() {}

  @Override
  public void afterTestExecution(ExtensionContext context) {
    RedisServerExtension.sharedIfOpen(context)
        .ifPresent(
            server -> {
              List<String> left = withoutExpiry(server);
              if (!left.isEmpty()) {
                throw new AssertionError("keys that never expire: " + left);
              }
            });
  }

  /** The keys of locks on this server that nothing but a deletion would end. */
  public static List<String> withoutExpiry(TestServer server) {
    RespClient admin = server.admin();
    return server.keys("*").stream()
        .filter(key -> OF_A_KIND.matcher(key).matches())
        .filter(key -> admin.number("PTTL", key) == -1)
        .filter(key -> !STAYS.matcher(key).matches() || isLatchAtZero(admin, key))
        .filter(key -> List.of("zset", "hash").contains(admin.text("TYPE", key)))
        .toList();
  }

  private static boolean isLatchAtZero(RespClient admin, String key) {
    return key.contains(":latch:") && admin.texts("HVALS", key).get(0).equals("0");
  }
}
