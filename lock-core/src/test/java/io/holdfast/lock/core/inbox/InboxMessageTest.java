package io.holdfast.lock.core.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class InboxMessageTest {

  private static final String ID = "web-3/4711~AbC_d-9:17:5000";

  @Test
  void parse_eachMessageOfOurs_isRead() {
    assertThat(InboxMessage.parse("echo")).contains(new InboxMessage.Echo());
    assertThat(InboxMessage.parse("wanted " + ID)).contains(new InboxMessage.Wanted(17));
    assertThat(InboxMessage.parse("lost " + ID)).contains(new InboxMessage.Lost(17));
    assertThat(InboxMessage.parse("granted " + ID + " 1795253703099949 1795253703100972 5000 0"))
        .contains(
            new InboxMessage.Granted(17, 1795253703099949L, 1795253703100972L, 5000, false, 0, 0));
    assertThat(InboxMessage.parse("granted " + ID + " 1 1 100 3"))
        .contains(new InboxMessage.Granted(17, 1, 1, 100, true, 0, 0));
    assertThat(InboxMessage.parse("granted " + ID + ":=notEmpty 1 1 100 3 44 33"))
        .contains(new InboxMessage.Granted(17, 1, 1, 100, true, 44, 33));
  }

  @Test
  void parse_anythingElse_isEmpty() {
    for (String text :
        List.of(
            "",
            " ",
            "  echo",
            "ECHO",
            "wanted",
            "wanted ",
            "wanted 17",
            "wanted a:b:c",
            "wanted a:99999999999999999999:5000",
            "lost",
            "granted",
            "granted " + ID,
            "granted " + ID + " 1 2 3",
            "granted " + ID + " x 2 3 0",
            "granted " + ID + " 1.5 2 3 0",
            "\0",
            "\ud83d\ude00 " + ID)) {
      assertThat(InboxMessage.parse(text)).as(text).isEmpty();
    }
  }
}
