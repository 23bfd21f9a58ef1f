package io.holdfast.lock.core.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which refusals say that sharded pub/sub cannot be used at all. */
class ShardedSupportTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ERR unknown command 'SSUBSCRIBE', with args beginning with: 'a'            | true
          ERR Unknown command SSUBSCRIBE                                             | true
          NOPERM this user has no permissions to run the 'ssubscribe' command        | true
          NOPERM this user has no permissions to access one of the channels          | true
          MOVED 42 127.0.0.1:7001                                                    | false
          CLUSTERDOWN Hash slot not served                                           | false
          Command timed out after 2 second(s)                                        | false
          no master is known                                                         | false
          """)
  void tellsOfLack(String reason, boolean expected) {
    assertThat(ShardedSupport.tellsOfLack(reason)).isEqualTo(expected);
  }
}
