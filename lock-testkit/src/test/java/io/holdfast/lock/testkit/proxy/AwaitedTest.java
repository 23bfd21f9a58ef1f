package io.holdfast.lock.testkit.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.util.List;
import org.junit.jupiter.api.Test;

class AwaitedTest {

  private final Awaited awaited = new Awaited();

  private static Frame frame(RespFramer framer, String text) {
    framer.add(Unpooled.copiedBuffer(text, UTF_8));
    return framer.next().orElseThrow();
  }

  private void ask(String line) {
    awaited.asked(frame(RespFramer.ofCommands(), line + "\r\n"), List.of());
  }

  private boolean isReply(String text) {
    return awaited.answered(frame(RespFramer.ofReplies(), text), true).isPresent();
  }

  private static String array(char type, String first, String second) {
    return type + "2\r\n+" + first + "\r\n+" + second + "\r\n";
  }

  @Test
  void subscribe_twoChannels_hasTwoRepliesAndMessagesBetween() {
    ask("SUBSCRIBE a b");
    ask("PING");
    assertThat(isReply(array('*', "subscribe", "a"))).isTrue();
    assertThat(isReply(array('*', "message", "a"))).isFalse();
    assertThat(isReply(array('*', "subscribe", "b"))).isTrue();
    assertThat(isReply(array('*', "pong", ""))).isTrue();
    assertThat(isReply(array('*', "message", "b"))).isFalse();
  }

  @Test
  void subscribe_refused_hasOneReply() {
    ask("SUBSCRIBE a b");
    ask("PING");
    assertThat(isReply("-NOPERM\r\n")).isTrue();
    assertThat(isReply("+PONG\r\n")).isTrue();
    assertThat(isReply("+PONG\r\n")).isFalse();
  }

  @Test
  void push_whileACommandWaits_isNoReply() {
    ask("GET k");
    assertThat(isReply(array('>', "invalidate", "k"))).isFalse();
    assertThat(isReply(array('>', "message", "a"))).isFalse();
    assertThat(isReply("$1\r\nv\r\n")).isTrue();
  }

  @Test
  void unsubscribe_ofAll_takesOneReplyAndTheRestForMessages() {
    ask("UNSUBSCRIBE");
    ask("GET k");
    assertThat(isReply(array('>', "unsubscribe", "a"))).isTrue();
    assertThat(isReply(array('>', "unsubscribe", "b"))).isFalse();
    assertThat(isReply("$1\r\nv\r\n")).isTrue();
  }

  @Test
  void reply_nobodyAsked_isAMessage() {
    assertThat(isReply("+1700000000.1 [0 127.0.0.1:1] \"PING\"\r\n")).isFalse();
  }
}
