package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.core.script.LuaScript;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is sent to delete a key, by what the probe has found out, and by what was answered. */
class CompareAndDeleteTest {

  private static final String UNKNOWN = "ERR Unknown Redis command called from script";
  private static final LuaScript SCRIPT = new LuaScript("end_thin.lua", "return 1", "5ha1");

  private final CompareAndDelete deletions = new CompareAndDelete();
  private final List<Outcome<Boolean>> heard = new ArrayList<>();

  private void probed(Object... reply) {
    deletions.found(NativeDelete.besides(List.of(reply)).orElse(null));
  }

  private ScriptCall<Boolean> call() {
    return deletions.call(SCRIPT, "key", "text", heard::add);
  }

  private static Outcome<Boolean> answer(boolean isDeleted) {
    return new Outcome.Answered<>(isDeleted);
  }

  @Test
  void call_olderServer_isTheScript() {
    assertThat(call().instead()).as("nothing is known yet").isNull();
    probed("7.0.15", "DELEX", UNKNOWN, "DELIFEQ", UNKNOWN);
    assertThat(call().instead()).isNull();
  }

  @Test
  void call_newerServer_isItsCommand() {
    probed("8.4.0", "DELIFEQ", UNKNOWN);
    assertThat(call().instead()).isEqualTo(NativeDelete.DELEX);
    assertThat(call().command(false).getType()).isEqualTo(NativeDelete.DELEX);

    call().answered(List.of(NativeDelete.DELETED));
    call().answered(List.of(NativeDelete.LEFT));

    assertThat(heard).containsExactly(answer(true), answer(false));
    assertThat(call().instead()).as("still").isEqualTo(NativeDelete.DELEX);
  }

  @Test
  void call_serverRefusesItLater_isTheScriptFromThenOn() {
    probed("9.0.0", "DELEX", UNKNOWN);

    call().answered(List.of(NativeDelete.REFUSED));

    assertThat(heard).containsExactly(answer(false));
    assertThat(call().instead()).isNull();
  }

  /** That passes, and says nothing of the command. */
  @Test
  void call_probedDuringAFailover_isTheCommand() {
    probed("8.4.0", "DELEX", "READONLY", "DELIFEQ", UNKNOWN);
    assertThat(call().instead()).isEqualTo(NativeDelete.DELEX);
  }
}
