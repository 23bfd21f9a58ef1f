package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.netty.handler.codec.DecoderException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FailureReasonTest {

  /** As Lettuce hands on what it met when it connected. */
  private static Throwable connecting(Throwable met) {
    return new ExecutionException(
        RedisConnectionException.create("db.example:6379", new CompletionException(met)));
  }

  private static Throwable with(Throwable thrown, Throwable cause) {
    thrown.initCause(cause);
    return thrown;
  }

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(
            connecting(new FileNotFoundException()),
            "Unable to connect to db.example:6379 (FileNotFoundException)"),
        Arguments.of(
            connecting(
                new DecoderException(
                    with(
                        new SSLHandshakeException("PKIX path validation failed: see below"),
                        new CertPathValidatorException(
                            "validity check failed",
                            new CertificateExpiredException("NotAfter: Mon Jan 01"))))),
            "the server's certificate has expired: PKIX path validation failed: see below (CertificateExpiredException: NotAfter: Mon Jan 01)"),
        Arguments.of(
            connecting(
                with(
                    new ConnectException("Connection refused: db.example:6379"),
                    new ConnectException("Connection refused"))),
            "Connection refused: db.example:6379"),
        Arguments.of(
            connecting(new UnknownHostException("db.example")), "UnknownHostException: db.example"),
        Arguments.of( // as Java 25 words it
            connecting(
                new SSLHandshakeException(
                    "(certificate_required) Received fatal alert: certificate_required")),
            "the server requires a client certificate, and none is configured: (certificate_required) Received fatal alert: certificate_required"),
        Arguments.of(
            connecting(new RedisCommandExecutionException("WRONGPASS invalid username-password")),
            "WRONGPASS invalid username-password"),
        Arguments.of(
            connecting(new RedisCommandExecutionException("ERR max number of clients reached")),
            "ERR max number of clients reached"),
        Arguments.of(
            new RedisConnectionException("Cannot provide redisAddress using sentinel"),
            "Cannot provide redisAddress using sentinel"),
        Arguments.of(
            new RedisException(new IOException("Connection reset by peer")),
            "Connection reset by peer"),
        Arguments.of(new ClosedChannelException(), "ClosedChannelException"),
        Arguments.of(new ExecutionException(new TimeoutException()), "TimeoutException"),
        Arguments.of(new IOException(""), "IOException"),
        Arguments.of(new IllegalStateException() {}, "IllegalStateException"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  @DisplayName("failure 97: the first exception says nothing, or nothing that can be understood")
  void of_chain_isTheOutermostThatSaysSomething(Throwable thrown, String reason) {
    assertThat(FailureReason.of(thrown)).isEqualTo(reason);
  }

  @Test
  void of_causesInACircle_ends() {
    IOException one = new IOException("");
    IOException other = new IOException("", one);
    one.initCause(other);
    assertThat(FailureReason.of(one)).isEqualTo("IOException");
  }
}
