package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.LockServerException;
import io.holdfast.lock.core.key.Keyspace;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.ServerFailure.Kind;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerFailureTest {

  private static final LockKeys ORDERS = new Keyspace("holdfast").lock("lock", "orders");

  private static Kind kindOf(Throwable cause) {
    return ServerFailure.of(cause).kind();
  }

  @Test
  void of_timeOut_isUnknown() {
    assertThat(kindOf(new RedisCommandTimeoutException("Command timed out after 2 second(s)")))
        .isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void of_brokenConnection_isUnknown() {
    assertThat(kindOf(new RedisException("Connection disconnected"))).isEqualTo(Kind.UNKNOWN);
    assertThat(kindOf(new RedisException(new IOException("Connection reset by peer"))))
        .isEqualTo(Kind.UNKNOWN);
    assertThat(kindOf(new IOException("Broken pipe"))).isEqualTo(Kind.UNKNOWN);
    assertThat(kindOf(new RedisCommandInterruptedException(new InterruptedException())))
        .isEqualTo(Kind.UNKNOWN);
    assertThat(kindOf(new IOException())).isEqualTo(Kind.UNKNOWN);
  }

  @Test
  void of_noConnection_isNotExecuted() {
    assertThat(kindOf(new RedisConnectionException("Unable to connect to 127.0.0.1:1")))
        .isEqualTo(Kind.NOT_EXECUTED);
    for (String message :
        List.of(
            "Currently not connected. Commands are rejected.",
            "Connection is closed",
            "Request queue size exceeded: 10. Commands are not accepted until the queue size drops.")) {
      assertThat(kindOf(new RedisException(message))).as(message).isEqualTo(Kind.NOT_EXECUTED);
    }
  }

  @Test
  void of_refusalThatPasses_isNotExecuted() {
    for (String message :
        List.of(
            "LOADING Redis is loading the dataset in memory",
            "BUSY Redis is busy running a script.",
            "READONLY You can't write against a read only replica.",
            "MASTERDOWN Link with MASTER is down",
            "CLUSTERDOWN The cluster is down",
            "TRYAGAIN Multiple keys request during rehashing of slot",
            "OOM command not allowed when used memory > 'maxmemory'.",
            "MISCONF Redis is configured to save RDB snapshots",
            "NOREPLICAS Not enough good replicas to write.",
            "ERR Error running script (call to f_1): @user_script:1: -READONLY You can't write",
            "ERR Error running script (call to f_1): @user_script:3: -OOM command not allowed")) {
      assertThat(kindOf(new RedisCommandExecutionException(message)))
          .as(message)
          .isEqualTo(Kind.NOT_EXECUTED);
    }
  }

  @Test
  void of_refusalThatStays_isRefused() {
    for (String message :
        List.of(
            "WRONGTYPE Operation against a key holding the wrong kind of value",
            "NOPERM this user has no permissions to run the 'evalsha' command",
            "NOAUTH Authentication required.",
            "ERR unknown command 'EVALSHA'",
            "CROSSSLOT Keys in request don't hash to the same slot",
            "ERR Error running script: a text that merely speaks of OOM")) {
      assertThat(kindOf(new RedisCommandExecutionException(message)))
          .as(message)
          .isEqualTo(Kind.REFUSED);
    }
  }

  @Test
  void toException_always_tellsTheLockTheKeysAndTheCause() {
    RedisException cause = new RedisCommandExecutionException("WRONGTYPE Operation against");
    assertThat(ServerFailure.of(cause).toException(ORDERS))
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("'orders'")
        .hasMessageContaining("refused")
        .hasMessageContaining("WRONGTYPE")
        .hasMessageContaining(ORDERS.lockKey())
        .hasMessageContaining(ORDERS.queueKey())
        .hasCause(cause);
  }

  @Test
  void toException_ofARefusal_saysSo() {
    assertThat(refusal(new RedisCommandExecutionException("WRONGTYPE Operation against"))).isTrue();
    assertThat(refusal(new RedisCommandExecutionException("NOPERM no right"))).isTrue();
    assertThat(refusal(new RedisCommandExecutionException("READONLY a replica"))).isFalse();
    assertThat(refusal(new RedisCommandTimeoutException("late"))).isFalse();
    assertThat(refusal(new RedisConnectionException("away"))).isFalse();
  }

  private static boolean refusal(RedisException cause) {
    return ServerFailure.of(cause).toException(ORDERS).isRefusal();
  }

  @Test
  void toException_causeWithoutMessage_tellsItsType() {
    assertThat(ServerFailure.of(new IOException()).toException(ORDERS))
        .hasMessageContaining("'orders'")
        .hasMessageContaining("did not answer")
        .hasMessageContaining("IOException");
  }
}
