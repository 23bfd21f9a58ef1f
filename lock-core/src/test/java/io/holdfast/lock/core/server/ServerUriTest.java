package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.core.kind.ClientGroup;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every piece of a secret here says {@code hush}. */
class ServerUriTest {

  private static final List<String> SCHEMES =
      List.of(
          "redis",
          "rediss",
          "redis-sentinel",
          "rediss-sentinel",
          "redis-socket",
          "redis+socket",
          "redis+ssl",
          "redis+tls");

  private static final List<String> BEHIND =
      List.of(
          "hush one:hush two@db.example:6379",
          "hush1:hush\ntwo@db.example",
          "hush1:hush\ttwo@db.example",
          "hush1:hush\u0000two@db.example",
          "hush1:hush%two@db.example",
          "hush1:hush%@db.example",
          "hush1:hush%zz@db.example",
          "hush1:hush\\two@db.example",
          "hush1:hush\"two@db.example",
          "hush1:hush<two>@db.example",
          "hush1:hush^{two}|`@db.example",
          "hush1:hush[two]@db.example",
          "hush1:hush/two@db.example:6379",
          "hush1:123/hush@db.example:6379",
          "hush1:123/hush",
          "hush1:hush?two@db.example:6379",
          "hush1:123?hush@db.example:6379",
          "hush1:hush#two@db.example:6379",
          "hush1:123#hush@db.example:6379",
          "hush1:hush@two:hush@db.example:hush",
          "hush1:hush",
          ":hush",
          ":hush@",
          "hush@",
          "@:hush",
          ":hush two",
          "hush\u00e9\u4e2d\ud83d\ude00 \u2028:hush@db.example:6379",
          "hush:hush@db.example:port",
          "hush:hush@db.example:99999",
          "hush:hush@db.example:6379hush",
          "hush:hush@db.example:-1",
          "hush:hush@db.example:",
          "hush:hush@[::1:6379",
          "hush:hush@%zz",
          "db.example%40hush",
          "db.example?password=hu sh&hush",
          "db.example?verifyPeer=hush",
          "db.example?libraryName=hush%20hush",
          "db.example?timeout=99999999999999999999hush",
          "db.example?sentinelMasterId=hush one",
          "hush:hush@db.example?database=99999999999&sentinelMasterId=hush",
          "hush:hush@one.example:26379,two.example:hush#main",
          "hush:hush@one.example,,two.example:hush#main",
          "hush:hush two@one.example:26379,two.example:26379#main",
          "hush:hush@db.example/hush",
          "hush:hush@db.example/99999999999",
          "hush:" + "hush ".repeat(20_000) + "@db.example");

  static Stream<String> malformed() {
    return Stream.concat(
        SCHEMES.stream().flatMap(scheme -> BEHIND.stream().map(text -> scheme + "://" + text)),
        Stream.of(
            "hush",
            "hush@db.example",
            "hush:hush@db.example:6379",
            "hush://hush@db.example",
            "http://hush:hush@db.example",
            "REDIS://hush:hu sh@db.example",
            " redis://hush:hush@db.example",
            "redis:hush@db.example",
            "redis:/hush:hush@db.example",
            "redis//hush:hush@db.example",
            "//hush:hush@db.example",
            "redis-sentinel://hush:hush@one.example:26379",
            "redis-sentinel://hush:hush@one.example:26379,two.example:26379",
            "redis-sentinel://hush@one.example?sentinelPassword=hush",
            "rediss-sentinel://hush:hush@one.example:26379#",
            "redis://hush@one.example:7000,two.example:hush",
            "redis://hush@one.example#hush",
            "redis-socket://hush/hush",
            "redis-socket://hush@",
            "redis-socket:///run/hush@hush"));
  }

  /**
   * All text that a logger, or a walk through the causes, would print: it contains nothing of a
   * refused URI.
   */
  @ParameterizedTest
  @MethodSource("malformed")
  @DisplayName("failure 95: a secret in a URI that cannot be read")
  void parse_malformed_tellsNothingOfIt(String text) {
    assertRefusal(catchThrowable(() -> ServerUri.parse(text)));
  }

  private static void assertRefusal(Throwable thrown) {
    assertThat(thrown)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("redis://host:port")
        .hasNoCause();
    assertThat(thrown.getMessage()).hasSizeLessThan(400);
    assertThat(everythingOf(thrown)).doesNotContain("hush").doesNotContain("%zz");
  }

  /** What a logger prints, and what it does not print by default. */
  private static String everythingOf(Throwable thrown) {
    StringWriter all = new StringWriter();
    thrown.printStackTrace(new PrintWriter(all, true));
    for (Throwable one = thrown; one != null; one = one.getCause()) {
      all.append(one.toString()).append(one.getMessage()).append(one.getLocalizedMessage());
      for (Throwable suppressed : one.getSuppressed()) {
        all.append(everythingOf(suppressed));
      }
    }
    return all.toString().toLowerCase(Locale.ROOT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://app:hush one@db.example:6379",
        "redis://app:hush%@db.example",
        "redis-sentinel://:hush@one.example",
        "app:hush@db.example"
      })
  @DisplayName("failure 95: a secret in a URI that cannot be read, wherever it is given")
  void everyDoor_malformed_tellsNothingOfIt(String text) {
    HoldfastSettings settings = HoldfastSettings.defaults();
    assertRefusal(catchThrowable(() -> HoldfastClient.connect(text)));
    assertRefusal(catchThrowable(() -> HoldfastClient.connect(settings, text)));
    assertRefusal(
        catchThrowable(() -> ClientGroup.open(settings, List.of("redis://127.0.0.1:1", text))));
  }

  /** So that they can be told apart. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "redis://h:hush one@db.example | blank",
        "redis://h:hush%@db.example | %25",
        "redis://h:123/4@db.example | %2F",
        "redis://h:123?4@db.example | %3F",
        "redis://h:123#4@db.example | %23",
        "redis://h:123@db.example#4 | #",
        "redis://h:123@db.example/four | database",
        "redis://h:123@db.example:port | port is not a number",
        "redis://h:123@db.example:70000 | 65535",
        "redis://:123@ | no host",
        "redis://one.example,two.example | several hosts",
        "redis-socket://run/socket | redis-socket:///",
        "redis-sentinel://h:123@one.example,two.example | redis-sentinel://host:26379,host:26379#master",
        "redis://db.example?verifyPeer=maybe | verifyPeer",
        "http://db.example | rediss",
      })
  @DisplayName(
      "failure 139: the URI of Sentinels does not name their master, or another URI is malformed")
  void parse_malformed_saysWhatIsWrong(String text, String what) {
    assertThat(catchThrowable(() -> ServerUri.parse(text))).hasMessageContaining(what);
  }

  @ParameterizedTest
  @CsvSource({
    "redis://my_host:6380, my_host, 6380,",
    "redis://my_host, my_host, 6379,",
    "redis://app:p@ss@host:6380, host, 6380, p@ss",
    "redis://app:p:a:s@my_host:6380/2, my_host, 6380, p:a:s",
    "redis://app:p%40%2F%3F%23%25%20s@host, host, 6379, p@/?#% s",
    "redis://user-only@host:1, host, 1, user-only",
    "rediss://:p@[::1]:6380, [::1], 6380, p",
  })
  void parse_wellFormed_readsHostPortAndPassword(
      String text, String host, int port, String password) {
    RedisURI uri = ServerUri.parse(text);

    assertThat(uri.getHost()).isEqualTo(host);
    assertThat(uri.getPort()).isEqualTo(port);
    assertThat(passwordOf(uri)).isEqualTo(password);
  }

  private static String passwordOf(RedisURI uri) {
    RedisCredentials credentials = credentialsOf(uri);
    return credentials.hasPassword() ? new String(credentials.getPassword()) : null;
  }

  private static RedisCredentials credentialsOf(RedisURI uri) {
    return uri.getCredentialsProvider().resolveCredentials().block(Duration.ofMinutes(1));
  }

  @Test
  @DisplayName("failure 138: the Sentinels ask for a password of their own")
  void parse_sentinelPassword_isThatOfEachSentinel() {
    RedisURI uri =
        ServerUri.parse(
            "redis-sentinel://app:of-the-master@one.example,two.example:7?timeout=3s"
                + "&sentinelUser=watch%20er&sentinelPassword=hush%26%40+hush#main");

    assertThat(passwordOf(uri)).isEqualTo("of-the-master");
    assertThat(uri.getSentinelMasterId()).isEqualTo("main");
    assertThat(uri.getSentinels())
        .hasSize(2)
        .allSatisfy(
            sentinel -> {
              assertThat(credentialsOf(sentinel).getUsername()).isEqualTo("watch er");
              assertThat(passwordOf(sentinel)).isEqualTo("hush&@+hush");
              assertThat(sentinel.getTimeout()).isEqualTo(Duration.ofSeconds(3));
            });
    assertThat(ServerUri.describe(uri)).doesNotContain("hush");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://host?sentinelPassword=hush",
        "redis-sentinel://host?sentinelUser=hush#main",
        "redis-sentinel://host?sentinelPassword=#main",
      })
  void parse_sentinelPasswordOfNobody_isRefused(String text) {
    Throwable thrown = catchThrowable(() -> ServerUri.parse(text));
    assertRefusal(thrown);
    assertThat(thrown).hasMessageContaining("sentinelPassword");
  }

  @ParameterizedTest
  @CsvSource({
    "redis://host, redis://host:6379",
    "redis://app:hush@host:6380/3, redis://***@host:6380/3",
    "rediss://hush@host?timeout=3s&clientName=hush, rediss://***@host:6379",
    "redis+tls://host, redis+tls://host:6379",
    "redis-socket://hush@/run/redis.sock?database=2, redis-socket://***@/run/redis.sock?database=2",
    "'redis-sentinel://:hush@one,two:7/1#main', 'redis-sentinel://***@one:26379,two:7/1#main'",
    "'rediss-sentinel://one,two?sentinelPassword=hush#main', 'rediss-sentinel://one:26379,two:26379#main'",
  })
  void describe_anyUri_namesTheServer(String text, String expected) {
    assertThat(ServerUri.describe(ServerUri.parse(text))).isEqualTo(expected);
  }

  @Test
  void describe_secrets_doesNotTellHowLongTheyAre() {
    assertThat(
            IntStream.of(1, 7, 100)
                .mapToObj("h"::repeat)
                .map(secret -> ServerUri.parse("redis://app:" + secret + "@host"))
                .flatMap(
                    uri ->
                        Stream.of(
                            ServerUri.describe(uri),
                            Connector.inTime(uri, Duration.ofSeconds(1)).toString()))
                .distinct())
        .hasSize(1);
  }
}
