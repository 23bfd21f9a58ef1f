package io.holdfast.lock.core.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.engine.AskRequest;
import io.holdfast.lock.core.engine.Change;
import io.holdfast.lock.core.engine.ChangeRequest;
import io.holdfast.lock.core.engine.ConditionVerbs.Signal;
import io.holdfast.lock.core.engine.Renewal;
import io.holdfast.lock.core.engine.RollCall;
import io.holdfast.lock.core.engine.StrayVerbs.Disowning;
import io.holdfast.lock.core.engine.Verbs;
import io.holdfast.lock.core.engine.Verbs.ReleaseRequest;
import io.holdfast.lock.core.inbox.Ears;
import io.holdfast.lock.core.key.LockKeys;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptArgumentsTest {

  private static final LockKeys KEYS = new LockKeys("orders", "lock", "queue");
  private static final String MOST = "|3600|inbox:";

  private final ScriptArguments arguments =
      new ScriptArguments(Ears.NONE, Duration.ofHours(1), "inbox:", "o");

  private static String text(String[] args) {
    return String.join("|", args);
  }

  private static AskRequest request(
      boolean mayWait, boolean isAgain, @Nullable Long arrival, @Nullable String detail) {
    return new AskRequest(
        KEYS,
        "c:2",
        500,
        mayWait,
        isAgain,
        arrival == null ? OptionalLong.empty() : OptionalLong.of(arrival),
        Optional.ofNullable(detail));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      nullValues = "none",
      textBlock =
          """
          false; false; none; none; c:2|500|o|3600|inbox:
          true;  false; none; none; c:2|500|ow|3600|inbox:
          true;  true;  17;   none; c:2|500|owr|3600|inbox:|17
          false; true;  none; none; c:2|500|or|3600|inbox:
          true;  false; none; 5 b;  c:2|500|ow|3600|inbox:||5 b
          true;  true;  17;   5 b;  c:2|500|owr|3600|inbox:|17|5 b
          """)
  void ask(
      boolean mayWait,
      boolean isAgain,
      @Nullable Long arrival,
      @Nullable String detail,
      String expected) {
    assertThat(text(arguments.ask(request(mayWait, isAgain, arrival, detail)))).isEqualTo(expected);
  }

  @Test
  void ask_withAnotherLease_saysThat() {
    for (long lease : List.of(500L, 700L, 500L)) {
      AskRequest request =
          new AskRequest(KEYS, "c:2", lease, false, false, OptionalLong.empty(), Optional.empty());
      assertThat(arguments.ask(request)[1]).isEqualTo(Long.toString(lease));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          false; NONE;     o
          true;  NONE;     ot
          false; POSSIBLE; ol
          true;  OWED;     otp
          """)
  void release_allForms_haveTheSameFlags(boolean tombstone, Verbs.Debt debt, String flags) {
    ReleaseRequest old = new ReleaseRequest("c:1 c:0", tombstone, debt);
    assertThat(text(arguments.release(KEYS, old))).isEqualTo("c:1 c:0|" + flags + MOST);
    assertThat(text(arguments.leave(KEYS, old, 90))).isEqualTo("c:1 c:0|90|" + flags + MOST);
    assertThat(text(arguments.releaseAndAsk(old, request(true, false, null, null))))
        .isEqualTo("c:1 c:0|" + flags + MOST + "|c:2|500");
  }

  @Test
  void renew_several_areInPairs() {
    List<Renewal> renewals = List.of(new Renewal(KEYS, "c:1", 10), new Renewal(KEYS, "c:2", 20));
    assertThat(text(arguments.renew(renewals, false))).isEqualTo("c:1|10|c:2|20");
    assertThat(text(arguments.renew(renewals, true))).isEqualTo("c:1|10|c:2|20|3600");
  }

  @Test
  void callRoll_someHaveNoPlaceYet_leaveItEmpty() {
    RollCall.RollRequest request =
        new RollCall.RollRequest(
            KEYS,
            "c",
            List.of(
                new RollCall.Ticket("c:1", OptionalLong.of(17)),
                new RollCall.Ticket("c:2", OptionalLong.empty())));
    assertThat(text(arguments.callRoll(request))).isEqualTo("c|o" + MOST + "|c:1|17|c:2|");
  }

  @Test
  void disown_holdersAndWaiters_areToldApartByANumber() {
    Disowning those = new Disowning(KEYS, "c", List.of("c:1", "c:2"), List.of("c:3"), "0");
    assertThat(text(arguments.disown(those))).isEqualTo("c|o|inbox:|0|2|c:1|c:2|c:3");
  }

  @Test
  void unpark_always_saysWhoAsks() {
    assertThat(text(arguments.unpark(request(true, true, 17L, null))))
        .isEqualTo("c:2|500|o" + MOST);
  }

  @ParameterizedTest
  @CsvSource({"false, false, o", "true, false, oa", "false, true, or", "true, true, oar"})
  void signal(boolean isForAll, boolean isAgain, String flags) {
    assertThat(text(arguments.signal(new Signal(KEYS, "c:1", "full", isForAll, isAgain))))
        .isEqualTo("c:1|" + flags + "|inbox:|full");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "none",
      value = {"none, ''", "-4, -4"})
  void change(@Nullable Long told, String last) {
    ChangeRequest request =
        new ChangeRequest(
            "c:9",
            new Change.Grow(-2),
            6,
            " 7 8d",
            told == null ? OptionalLong.empty() : OptionalLong.of(told));
    assertThat(text(arguments.change(KEYS, request)))
        .isEqualTo("o" + MOST + "|c:9|grow|-2|6| 7 8d|" + last);
  }

  @Test
  void force_oneOrAll_namesTheOne() {
    assertThat(text(arguments.force(KEYS))).isEqualTo("o|inbox:");
    assertThat(text(arguments.forceOut(KEYS, "c:1"))).isEqualTo("o|inbox:|c:1");
  }
}
