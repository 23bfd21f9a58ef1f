package io.holdfast.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslVerifyMode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UrlTextTest {

  @ParameterizedTest
  @CsvSource({
    "redis://host, me, secret, redis://me:secret@host",
    "redis://host:6380/1, me, secret, redis://me:secret@host:6380/1",
    "redis://:old@host, , secret, redis://:secret@host",
    "redis://old@host, me, , redis://me:old@host",
    "redis://you:old@host, me, , redis://me:old@host",
    "redis://you:old@host, , new, redis://you:new@host",
    "redis-sentinel://a:1@h:1;h:2#m, b, 2, redis-sentinel://b:2@h:1;h:2#m",
    "redis://host/0?clientName=a@b, me, secret, redis://me:secret@host/0?clientName=a@b"
  })
  void withLogIn_userOrPassword_takesThePlaceOfItsOwn(
      String url, String username, String password, String expected) {
    assertThat(UrlText.withLogIn(url, username, password)).isEqualTo(expected);
  }

  @Test
  void withLogIn_neither_leavesTheUrl() {
    assertThat(UrlText.withLogIn("redis://a:b@host", null, null)).isEqualTo("redis://a:b@host");
  }

  @Test
  void withLogIn_noUrl_leavesTheText() {
    assertThat(UrlText.withLogIn("host", "me", "secret")).isEqualTo("host");
  }

  @Test
  void withLogIn_specialCharacters_areReadAgainAsTheyWere() {
    String password = "a/b?c#d%e f:g@h+ü&=";
    RedisURI uri = RedisURI.create(UrlText.withLogIn("redis://host", "me", password));
    RedisCredentials credentials = uri.getCredentialsProvider().resolveCredentials().block();
    assertThat(credentials.getUsername()).isEqualTo("me");
    assertThat(new String(credentials.getPassword())).isEqualTo(password);
  }

  @Test
  void withParameter_sentinels_standsBeforeTheMaster() {
    assertThat(UrlText.withParameter("redis-sentinel://h:1#m", "verifyPeer", "CA"))
        .isEqualTo("redis-sentinel://h:1?verifyPeer=CA#m");
  }

  @Test
  void withParameter_another_isAdded() {
    RedisURI uri =
        RedisURI.create(UrlText.withParameter("rediss://h?clientName=x", "verifyPeer", "NONE"));
    assertThat(uri.getClientName()).isEqualTo("x");
    assertThat(uri.getVerifyMode()).isEqualTo(SslVerifyMode.NONE);
  }
}
