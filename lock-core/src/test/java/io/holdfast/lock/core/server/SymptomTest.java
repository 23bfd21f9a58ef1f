package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a failure says of the connection: of a server, and of a node of a cluster. */
class SymptomTest {

  private static Throwable cause(String type, String message) {
    return switch (type) {
      case "time-out" -> new RedisCommandTimeoutException(message);
      case "answer" -> new RedisCommandExecutionException(message);
      default -> new RedisException(message);
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          time-out | Command timed out after 2 second(s)    | UNANSWERED    | UNANSWERED
          other    | Connection disconnected                | UNANSWERED    | UNANSWERED
          other    | Connection is closed                   | CLOSED        | CLOSED
          other    | Currently not connected                | NOT_CONNECTED | NOT_CONNECTED
          other    | Request queue size exceeded: 10        | NONE          | NOT_CONNECTED
          answer   | READONLY You can't write to a replica  | OF_REPLICA    | OF_REPLICA
          answer   | MASTERDOWN Link with MASTER is down    | OF_REPLICA    | OF_REPLICA
          answer   | LOADING Redis is loading the dataset   | NONE          | NONE
          answer   | CLUSTERDOWN The cluster is down        | NONE          | NONE
          answer   | WRONGTYPE the wrong kind of value      | NONE          | NONE
          """)
  void of(String type, String message, Symptom ofServer, Symptom ofCluster) {
    ServerFailure failure = ServerFailure.of(cause(type, message));
    assertThat(Symptom.of(failure, false)).isEqualTo(ofServer);
    assertThat(Symptom.of(failure, true)).isEqualTo(ofCluster);
  }
}
