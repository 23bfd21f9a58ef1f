package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectorTest {

  private static final Duration LONGEST = Duration.ofMillis(1234);

  /** Lettuce's own copy leaves Sentinels out. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://localhost",
        "redis://localhost:7000/3?clientName=me",
        "rediss://user:secret@example.org:7000/3?verifyPeer=NONE",
        "redis-socket:///var/run/redis.sock?database=2",
        "redis-sentinel://one,two:26380,three/1#main",
        "redis-sentinel://secret@one:26379,two#main",
      })
  void inTime_anyUri_isTheSameServerWithAnotherTime(String text) {
    RedisURI uri = RedisURI.create(text);
    RedisCredentialsProvider ofSentinels =
        new StaticCredentialsProvider(null, "of the Sentinel".toCharArray());
    uri.getSentinels().forEach(sentinel -> sentinel.setCredentialsProvider(ofSentinels));

    RedisURI copy = Connector.inTime(uri, LONGEST);

    assertThat(copy)
        .usingRecursiveComparison()
        .ignoringFieldsMatchingRegexes(".*timeout", "credentialsProvider")
        .isEqualTo(uri);
    assertThat(copy.getTimeout()).isEqualTo(LONGEST);
    assertThat(copy.getSentinels())
        .hasSameSizeAs(uri.getSentinels())
        .allSatisfy(sentinel -> assertThat(sentinel.getTimeout()).isEqualTo(LONGEST));
    assertThat(uri.getTimeout()).as("the application's own").isNotEqualTo(LONGEST);
    assertThat(credentialsOf(copy)).usingRecursiveComparison().isEqualTo(credentialsOf(uri));
    assertThat(copy.getCredentialsProvider())
        .isInstanceOf(RedisCredentialsProvider.ImmediateRedisCredentialsProvider.class);
    assertThat(copy.getSentinels())
        .allSatisfy(
            sentinel -> assertThat(sentinel.getCredentialsProvider()).isSameAs(ofSentinels));
  }

  private static RedisCredentials credentialsOf(RedisURI uri) {
    return uri.getCredentialsProvider().resolveCredentials().blockOptional().orElseThrow();
  }

  @Test
  void inTime_passwordsOfTheApplication_areAskedForEachTime() {
    RedisURI uri = RedisURI.create("redis://localhost");
    RedisCredentialsProvider changing =
        RedisCredentialsProvider.from(() -> RedisCredentials.just(null, "of now"));
    uri.setCredentialsProvider(changing);

    assertThat(Connector.inTime(uri, LONGEST).getCredentialsProvider()).isSameAs(changing);
  }
}
