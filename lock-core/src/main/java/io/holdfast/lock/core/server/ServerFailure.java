package io.holdfast.lock.core.server;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.RequestEvent;
import io.holdfast.lock.core.key.LockKeys;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisNoScriptException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletionException;

/**
 * Why a request got no answer, and what that says about its execution.
 *
 * @param kind what may have happened at the server
 * @param cause what the connection reported
 */
public record ServerFailure(Kind kind, Throwable cause) {

  /** What may have happened at the server. */
  public enum Kind {
    /** Certainly not executed; the same request may succeed later. */
    NOT_EXECUTED,
    /** Certainly not executed, and will not be: a repeat is refused again. */
    REFUSED,
    /** Executed or not, now or later: only an idempotent repeat or a tombstone helps. */
    UNKNOWN
  }

  private static final List<String> PASSING =
      List.of(
          "LOADING",
          "BUSY",
          "READONLY",
          "MASTERDOWN",
          "CLUSTERDOWN",
          "TRYAGAIN",
          "MOVED",
          "ASK",
          "OOM",
          "MISCONF",
          "NOREPLICAS",
          "UNKILLABLE",
          "UNBLOCKED",
          "NOSCRIPT");

  private static final List<String> OF_REPLICA = List.of("READONLY", "MASTERDOWN", "UNBLOCKED");

  /**
   * Whether the server at the other end is, or has become, a replica: the master is elsewhere now,
   * and the connection would stay open for ever.
   */
  boolean isOfReplica() {
    String message = Objects.requireNonNullElse(cause.getMessage(), "");
    return cause instanceof RedisCommandExecutionException
        && OF_REPLICA.stream().anyMatch(code -> startsWith(message, code));
  }

  /** What observers of requests are told. */
  public RequestEvent.Outcome told() {
    return kind == Kind.UNKNOWN ? RequestEvent.Outcome.UNKNOWN : RequestEvent.Outcome.REFUSED;
  }

  /** Whether the server said so itself. */
  boolean isAnswer() {
    return cause instanceof RedisCommandExecutionException;
  }

  /** Whether the server had forgotten the script: it was not executed. */
  public boolean isOfUnknownScript() {
    return cause instanceof RedisNoScriptException;
  }

  /** Whether its keys are in several slots, and the server is a node of a cluster: not executed. */
  public boolean isOfKeysApart() {
    return Objects.requireNonNullElse(cause.getMessage(), "").startsWith("CROSSSLOT");
  }

  /** The same, and it is to be sent once more, as one of an unknown script is. */
  public ServerFailure toBeSentAgain() {
    return of(new RedisNoScriptException(cause.getMessage()));
  }

  /** Whether it could not be sent, for want of a connection. */
  boolean isUnreached() {
    return kind == Kind.NOT_EXECUTED && !isAnswer();
  }

  /** Whether Lettuce has no connection at present. */
  public boolean isNotConnected() {
    return kind == Kind.NOT_EXECUTED
        && Objects.requireNonNullElse(cause.getMessage(), "").contains("not connected");
  }

  /** Whether the connection was closed by us, so that Lettuce does not reconnect it. */
  boolean isOfClosedConnection() {
    return String.valueOf(cause.getMessage()).contains("Connection is closed");
  }

  /** The same, where nothing could be sent, with why there is no connection. */
  ServerFailure because(Throwable reason) {
    return new ServerFailure(
        kind, new RedisException("not connected: " + FailureReason.of(reason), reason));
  }

  /** A script's error names its first cause at the start, or on 6.2 behind the place. */
  private static boolean startsWith(String message, String code) {
    return message.startsWith(code) || message.contains(": -" + code);
  }

  /** What Lettuce reported, without what a future has put around it. */
  public static Throwable reported(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  /** Tells the kind from what Lettuce reported. */
  public static ServerFailure of(Throwable cause) {
    String message = Objects.requireNonNullElse(cause.getMessage(), "");
    if (cause instanceof RedisCommandTimeoutException) {
      return new ServerFailure(Kind.UNKNOWN, cause);
    }
    if (cause instanceof RedisCommandExecutionException) {
      boolean passes = PASSING.stream().anyMatch(code -> startsWith(message, code));
      return new ServerFailure(passes ? Kind.NOT_EXECUTED : Kind.REFUSED, cause);
    }
    if (cause instanceof RedisConnectionException
        || cause instanceof ConnectException
        || cause instanceof UnknownHostException
        || message.contains("not connected")
        || message.contains("Connection is closed")
        || message.contains("queue size exceeded")) {
      return new ServerFailure(Kind.NOT_EXECUTED, cause);
    }
    return new ServerFailure(Kind.UNKNOWN, cause);
  }

  /** An exception for a caller, with the story of one lock. */
  public LockServerException toException(LockKeys keys) {
    String message = FailureReason.of(cause);
    String hint =
        message.contains("WRONGTYPE")
            ? " (key '%s' holds something that is not a %s)"
                .formatted(String.join("' or '", keys.all()), keys.noun().toLowerCase(Locale.ROOT))
            : "";
    return new LockServerException(
        "%s: %s: %s%s".formatted(keys.title(), whatHappened(), message, hint),
        cause,
        kind == Kind.REFUSED);
  }

  /** An exception for a caller that asked the server for no lock. */
  LockServerException toException(String server) {
    return new LockServerException(
        "%s: %s: %s".formatted(server, whatHappened(), FailureReason.of(cause)),
        cause,
        kind == Kind.REFUSED);
  }

  private String whatHappened() {
    return switch (kind) {
      case NOT_EXECUTED -> "the server could not be asked";
      case REFUSED -> "the server refused";
      case UNKNOWN -> "the server did not answer";
    };
  }
}
