package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.verbs.LockScripts;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbeTest {

  private static final Pattern CALL = Pattern.compile("redis\\.p?call\\(\\s*'([A-Z]+)'");
  private static final String IN_A_SLOT = "SPUBLISH";
  private static final Set<String> NATIVE =
      Stream.of(NativeDelete.values()).map(Enum::name).collect(Collectors.toSet());
  private static final Pattern TRIED = Pattern.compile("\\{'([A-Z]+)'");

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(result -> result.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String textOfTheLock() {
    LockScripts scripts = LockScripts.EXCLUSIVE;
    return List.of(
            scripts.acquire(),
            scripts.release(),
            scripts.endThin().orElseThrow(),
            scripts.renew(),
            scripts.roll(),
            scripts.await(),
            scripts.unpark(),
            scripts.signal(),
            scripts.force(),
            scripts.inspect(),
            scripts.disown())
        .stream()
        .map(LuaScript::text)
        .collect(Collectors.joining("\n"));
  }

  private static final Probe PROBE = new Probe("a server", "holdfast", "key", "inbox");

  /** What a connection says to one request after the other; the last one again and again. */
  private static Connector.Commands saying(AtomicInteger asked, Throwable... failures) {
    RedisScriptingAsyncCommands<?, ?> scripting =
        (RedisScriptingAsyncCommands<?, ?>)
            Proxy.newProxyInstance(
                ProbeTest.class.getClassLoader(),
                new Class<?>[] {RedisScriptingAsyncCommands.class},
                (proxy, method, arguments) -> {
                  int number = Math.min(asked.getAndIncrement(), failures.length - 1);
                  AsyncCommand<String, String, List<Object>> command =
                      new AsyncCommand<>(new Command<>(CommandType.EVAL, null, null));
                  command.completeExceptionally(failures[number]);
                  return command;
                });
    @SuppressWarnings("unchecked")
    RedisScriptingAsyncCommands<String, String> typed =
        (RedisScriptingAsyncCommands<String, String>) scripting;
    return new Connector.Commands(null, typed, null);
  }

  private static RedisException notConnected() {
    return new RedisException("Currently not connected. Commands are rejected.");
  }

  @Test
  @DisplayName("failure 178: the connection takes no requests when the rights are looked at")
  void over_connectionTakesNoRequestsYet_asksAgain() {
    AtomicInteger asked = new AtomicInteger();
    Connector.Commands commands =
        saying(
            asked,
            notConnected(),
            notConnected(),
            new RedisCommandExecutionException("NOPERM this user has no permissions"));

    assertThat(PROBE.over(commands))
        .failsWithin(60, TimeUnit.SECONDS)
        .withThrowableThat()
        .withMessageContaining("lacks rights: EVAL");
    assertThat(asked).hasValue(4);
  }

  /** Requests will meet it. */
  @Test
  @DisplayName("failure 178: the connection takes no requests for a second")
  void over_connectionTakesNoRequests_passes() {
    AtomicInteger asked = new AtomicInteger();

    assertThat(PROBE.over(saying(asked, notConnected()))).succeedsWithin(60, TimeUnit.SECONDS);
    assertThat(asked).hasValue(200);
  }

  @Test
  @DisplayName("failure 155: the probe tries what the scripts of the lock use, and nothing else")
  void script_triesTheCommandsOfTheLock() {
    Set<String> needed = found(CALL, textOfTheLock());
    assertThat(needed.remove(IN_A_SLOT)).isTrue(); // the lock does without
    assertThat(textOfTheLock()).doesNotContain("redis.call('" + IN_A_SLOT);
    needed.addAll(NATIVE);
    assertThat(found(TRIED, Probe.SCRIPT.text())).isEqualTo(needed);
  }

  @Test
  @DisplayName("failure 155: a user with the documented rights is not refused")
  void script_triesDocumentedRightsOnly() throws IOException {
    String page = Files.readString(Path.of("..", "docs", "protocol.md"));
    int begin = page.indexOf("ACL SETUSER locker");
    Set<String> documented =
        Arrays.stream(page.substring(begin, page.indexOf("```", begin)).split("\\s+", -1))
            .filter(word -> word.startsWith("+"))
            .map(word -> word.substring(1).toUpperCase(Locale.ROOT))
            .collect(Collectors.toSet());
    Set<String> needed = found(TRIED, Probe.SCRIPT.text());
    needed.removeAll(NATIVE); // only newer servers know these rights
    assertThat(documented).containsAll(needed).contains("EVALSHA");
  }

  private static String said(Object... reply) {
    return Missing.in("EVAL", List.of(reply), null)
        .map(missing -> missing.describe("app"))
        .orElse("");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERR The user executing the script can't run this command or subcommand",
        "ERR ACL failure in script: User locker has no permissions to run the 'zadd' command",
        "NOPERM this user has no permissions to run the 'zadd' command"
      })
  @DisplayName("failure 155: what servers say in a script of a right that is missing")
  void reply_rightMissing_isTold(String error) {
    assertThat(said("7.0.15", "ZADD", error, "PUBLISH", error))
        .contains("the user lacks rights: ZADD, PUBLISH")
        .contains("keys 'app:*'")
        .contains("channels 'app:inbox:*'")
        .contains(error)
        .doesNotContain("6.2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "@user_script: 1: Unknown Redis command called from Lua script",
        "ERR Unknown Redis command called from script script: 0a, on @user_script:9."
      })
  @DisplayName("failure 156: what servers say in a script of a command that they lack")
  void reply_commandMissing_isToldWithBothVersions(String error) {
    assertThat(said("6.0.16", "ZMSCORE", error))
        .contains("the server does not know ZMSCORE")
        .contains("Redis 6.2 or later")
        .contains("6.0.16")
        .doesNotContain("rights");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "OOM command not allowed when used memory > 'maxmemory'.",
        "READONLY You can't write against a read only replica.",
        "-READONLY You can't write against a read only replica.",
        "NOREPLICAS Not enough good replicas to write.",
        "MISCONF Redis is configured to save RDB snapshots",
        "ERR wrong number of arguments for HSET"
      })
  @DisplayName("failure 155: errors that are temporary, or intended")
  void reply_otherErrors_areNoObjection(String error) {
    assertThat(said("7.0.15", "HSET", error)).isEmpty();
    assertThat(said("7.0.15")).isEmpty();
    assertThat(said()).isEmpty();
  }

  @Test
  @DisplayName("failure 157: a user that may not ask who listens is no objection")
  void reply_whoListensMayNotBeAsked_isNoObjection() {
    String error = "ERR The user executing the script can't run this command or subcommand";
    assertThat(said("7.0.15", "PUBSUB", error)).isEmpty();
    assertThat(said("7.0.15", "PUBSUB", error, "TIME", error)).contains("rights: TIME,");
    assertThat(Missing.isWhoListens(List.of("7.0.15", "PUBSUB", error))).isTrue();
    assertThat(Missing.isWhoListens(List.of("7.0.15", "TIME", error))).isFalse();
    assertThat(Missing.isWhoListens(List.of(""))).isFalse();
    assertThat(Missing.isWhoListens(null)).isFalse();
  }

  @Test
  @DisplayName("failure 155: the script itself is refused, or goes unanswered")
  void failure_ofTheScript_isToldIfItIsForGood() {
    assertThat(Missing.in("EVALSHA", null, new RedisCommandExecutionException("NOPERM evalsha")))
        .hasValueSatisfying(
            missing -> assertThat(missing.describe("app")).contains("rights: EVALSHA"));
    assertThat(
            Missing.in(
                "EVAL", null, new RedisCommandExecutionException("ERR unknown command `EVAL`")))
        .hasValueSatisfying(
            missing -> assertThat(missing.describe("app")).contains("does not know EVAL"));
    for (String passing : List.of("LOADING", "BUSY", "CLUSTERDOWN", "NOSCRIPT", "TRYAGAIN")) {
      assertThat(Missing.in("EVAL", null, new RedisCommandExecutionException(passing + " x")))
          .isEmpty();
    }
    assertThat(Missing.in("EVAL", null, new RedisCommandTimeoutException("timed out"))).isEmpty();
  }
}
