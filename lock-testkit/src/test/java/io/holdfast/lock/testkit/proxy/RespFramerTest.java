package io.holdfast.lock.testkit.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RespFramerTest {

  private static final String SET = "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$4\r\nv\r\n2\r\n";

  private static List<Frame> feed(RespFramer framer, String text, int pieceSize) {
    List<Frame> frames = new ArrayList<>();
    byte[] bytes = text.getBytes(UTF_8);
    for (int i = 0; i < bytes.length; i += pieceSize) {
      framer.add(Unpooled.copiedBuffer(bytes, i, Math.min(pieceSize, bytes.length - i)));
      for (var frame = framer.next(); frame.isPresent(); frame = framer.next()) {
        frames.add(frame.get());
      }
    }
    return frames;
  }

  private static List<String> texts(List<Frame> frames) {
    return frames.stream().map(frame -> frame.bytes().toString(UTF_8)).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 7, 1000})
  void commands_inPiecesOfAnySize_areFoundWhole(int pieceSize) {
    String inline = "get  k\r\n";
    String empty = "\r\n";
    String all = SET + inline + empty + SET + "*0\r\n" + SET;

    List<Frame> frames = feed(RespFramer.ofCommands(), all, pieceSize);

    assertThat(texts(frames)).containsExactly(SET, inline, empty, SET, "*0\r\n", SET);
    assertThat(frames)
        .extracting(Frame::words)
        .startsWith(List.of("SET", "k", "v\r\n2"), List.of("get", "k"), List.of());
    assertThat(frames).extracting(Frame::elements).containsExactly(3, 2, 0, 3, 0, 3);
    assertThat(frames.get(1).verb()).isEqualTo("GET");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3, 1000})
  void replies_ofEveryType_areFoundWhole(int pieceSize) {
    List<String> replies =
        List.of(
            "+OK\r\n",
            "-ERR no\r\n",
            ":42\r\n",
            "$-1\r\n",
            "$0\r\n\r\n",
            "*-1\r\n",
            "*0\r\n",
            "*2\r\n*2\r\n:1\r\n$2\r\n\r\n\r\n*-1\r\n",
            "%1\r\n+server\r\n$5\r\nredis\r\n",
            "~2\r\n:1\r\n:2\r\n",
            ">3\r\n$7\r\nmessage\r\n$1\r\nc\r\n$1\r\nm\r\n",
            "|1\r\n+ttl\r\n:3\r\n$1\r\nx\r\n",
            "_\r\n",
            "#t\r\n",
            ",1.5\r\n",
            "(12345678901234567890\r\n",
            "=7\r\ntxt:abc\r\n",
            "!5\r\nERR x\r\n");

    List<Frame> frames = feed(RespFramer.ofReplies(), String.join("", replies), pieceSize);

    assertThat(texts(frames)).containsExactlyElementsOf(replies);
    assertThat(frames.get(10).words()).containsExactly("message", "c", "m");
    assertThat(frames.get(10).type()).isEqualTo('>');
  }

  @Test
  void manyAndLongWords_onlyTheFirstAreKept_allBytesPass() {
    StringBuilder text = new StringBuilder("*101\r\n$4\r\nMGET\r\n");
    String longWord = "x".repeat(5000);
    for (int i = 0; i < 100; i++) {
      text.append("$5000\r\n").append(longWord).append("\r\n");
    }
    List<Frame> frames = feed(RespFramer.ofCommands(), text.toString(), 4096);

    assertThat(frames).hasSize(1);
    assertThat(frames.get(0).words()).hasSize(64);
    assertThat(frames.get(0).words().get(1)).hasSize(4096);
    assertThat(frames.get(0).elements()).isEqualTo(101);
    assertThat(frames.get(0).bytes().readableBytes()).isEqualTo(text.length());
  }

  @Test
  void rest_afterAnIncompleteCommand_isWhatCame() {
    RespFramer framer = RespFramer.ofCommands();
    assertThat(feed(framer, SET + "*2\r\n$3\r\nGE", 1000)).hasSize(1);
    assertThat(framer.rest().toString(UTF_8)).isEqualTo("*2\r\n$3\r\nGE");
    assertThat(texts(feed(framer, SET, 1000))).containsExactly(SET);
  }
}
