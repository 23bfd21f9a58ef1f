package io.holdfast.lock.core.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
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
  void parse_grantThatNamesItsLock_isRead() {
    assertThat(InboxMessage.parse("granted " + ID + " 1 2 100 3 44 33 holdfast:lock:{a 1 b}"))
        .contains(new InboxMessage.Granted(17, 1, 2, 100, true, 44, 33));
  }

  @Test
  void unclaimed_grantThatNamesItsLock_tellsTheKeyWithItsBlanks() {
    List<String> told = new ArrayList<>();
    InboxMessage.unclaimed(
        "granted " + ID + " 1 2 100 3 0 0 holdfast:lock:{ a 1  b }",
        (id, lockKey) -> told.add(id + "|" + lockKey));
    assertThat(told).containsExactly(ID + "|holdfast:lock:{ a 1  b }");
  }

  @Test
  void unclaimed_grantThatNamesNoLock_tellsNothing() {
    List<String> told = new ArrayList<>();
    for (String text : List.of("granted " + ID + " 1 2 100 3", "granted " + ID + " 1 2 3 4 5 6")) {
      InboxMessage.unclaimed(text, (id, lockKey) -> told.add(lockKey));
    }
    assertThat(told).isEmpty();
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
