package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.protocol.AsyncCommand;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NativeDeleteTest {

  private static final List<Object> NONE =
      List.of("7.0.15", "DELEX", "ERR unknown command", "DELIFEQ", "NOPERM it");

  private static List<Object> answer(String error) {
    AsyncCommand<String, String, List<Object>> command = NativeDelete.DELEX.command("k", "t");
    command.getOutput().setError(ByteBuffer.wrap(error.getBytes(StandardCharsets.US_ASCII)));
    assertThat(command.getOutput().hasError()).isFalse();
    return command.getOutput().get();
  }

  @ParameterizedTest
  @CsvSource({
    "DELEX, *4 $5 DELEX $3 key $4 IFEQ $6 a text",
    "DELIFEQ, *3 $7 DELIFEQ $3 key $6 a text"
  })
  void command_isAsTheServerDocumentsIt(NativeDelete which, String expected) {
    ByteBuf written = Unpooled.buffer();
    which.command("key", "a text").encode(written);
    assertThat(written.toString(StandardCharsets.US_ASCII).replace("\r\n", " ").strip())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource
  void answer_number_isThatNumber(NativeDelete which) {
    for (long number : List.of(NativeDelete.LEFT, NativeDelete.DELETED)) {
      AsyncCommand<String, String, List<Object>> command = which.command("key", "text");
      command.getOutput().set(number);
      command.complete();
      assertThat(command).isCompletedWithValue(List.of(number));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WRONGTYPE Operation against a key holding the wrong kind of value",
        "ERR Key should be of string type if conditions are specified"
      })
  void answer_keyIsOfAnotherType_isThatItWasLeft(String error) {
    assertThat(answer(error)).containsExactly(NativeDelete.LEFT);
  }

  /** The script that follows tells of it. */
  @ParameterizedTest
  @ValueSource(strings = {"READONLY a replica", "LOADING the dataset", "MASTERDOWN no master"})
  void answer_errorThatPasses_isThatItWasLeft(String error) {
    assertThat(answer(error)).containsExactly(NativeDelete.LEFT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERR unknown command 'DELEX', with args beginning with: 'k' 'IFEQ' 't' ",
        "ERR unsupported",
        "NOPERM User locker has no permissions to run the 'delex' command"
      })
  void answer_commandIsMissingOrForbidden_isRefused(String error) {
    assertThat(answer(error)).containsExactly(NativeDelete.REFUSED);
  }

  /** What goes wrong in the client may have no message. */
  @Test
  void failure_withoutAMessage_isOne() {
    AsyncCommand<String, String, List<Object>> command = NativeDelete.DELEX.command("k", "t");
    assertThat(command.completeExceptionally(new ClosedChannelException())).isTrue();
    assertThat(command)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .withCauseInstanceOf(ClosedChannelException.class);
  }

  @Test
  void besides_whatTheProbeCouldNotDo_isWhatThereIs() {
    assertThat(NativeDelete.besides(NONE)).isEmpty();
    assertThat(NativeDelete.besides(List.of("8.4.0", "DELIFEQ", "ERR unknown command")))
        .contains(NativeDelete.DELEX);
    assertThat(NativeDelete.besides(List.of("9.0.0", "DELEX", "ERR unknown command")))
        .contains(NativeDelete.DELIFEQ);
  }

  /** Nobody can do without a script, but without this. */
  @Test
  void missing_ofNativeDeletes_isNoObjection() {
    assertThat(Missing.in("EVAL", List.of("7.0.15", "DELEX", "ERR unknown command"), null))
        .isEmpty();
  }
}
