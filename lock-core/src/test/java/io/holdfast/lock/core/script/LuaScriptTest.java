package io.holdfast.lock.core.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.core.script.LuaScript.Source;
import io.holdfast.lock.core.verbs.LockScripts;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LuaScriptTest {

  @Test
  void load_script_hasItsTextAndTheSha1OfIt() {
    LuaScript script = LuaScript.load(Source.beside(LuaScriptTest.class), "known.lua");
    assertThat(script.name()).isEqualTo("known.lua");
    assertThat(script.text()).isEqualTo("-- a test\nlocal x = 1\nreturn x\n");
    // by sha1sum
    assertThat(script.sha1()).isEqualTo("5870a6224c450f8f35e2fa919ee8729b54528e47");
  }

  @Test
  void load_includes_areExpandedInPlace() {
    LuaScript script = LuaScript.load(Source.beside(LuaScriptTest.class), "including.lua");
    assertThat(script.text().lines())
        .filteredOn(line -> !line.isBlank())
        .containsExactly("-- one", "-- a test", "local x = 1", "return x", "-- two");
  }

  @Test
  void load_includedTwice_isThereOnce() {
    LuaScript script = LuaScript.load(Source.beside(LuaScriptTest.class), "including-twice.lua");
    assertThat(script.text().lines())
        .filteredOn(line -> !line.isBlank())
        .containsExactly("-- a test", "local x = 1", "return x", "-- one", "-- two");
  }

  @Test
  void load_includesItself_throwsNamingIt() {
    assertThatThrownBy(
            () -> LuaScript.load(Source.beside(LuaScriptTest.class), "including-itself.lua"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("including-itself.lua");
  }

  @Test
  void load_scriptsOfThePlainLock_areWhole() {
    LockScripts plain = LockScripts.EXCLUSIVE;
    for (LuaScript script :
        List.of(plain.acquire(), plain.release(), plain.renew(), plain.force(), plain.inspect())) {
      String file = script.name();
      assertThat(script.text()).as(file).doesNotContain("@include").doesNotStartWith("#!");
      assertThat(script.text().lines().limit(12))
          .as("%s says what it replies, costs and does when repeated", file)
          .anyMatch(line -> line.contains("Reply"))
          .anyMatch(line -> line.contains("Cost"))
          .anyMatch(line -> line.contains("Repeat"));
      assertThat(script.sha1()).matches("[0-9a-f]{40}");
    }
  }

  @Test
  void remembering_severalScripts_eachFileIsLookedForOnce() {
    List<String> looked = new ArrayList<>();
    Source counted =
        file -> {
          looked.add(file);
          return Source.beside(LuaScriptTest.class).open(file);
        };
    Source once = counted.remembering();

    LuaScript first = LuaScript.load(once, "including.lua");
    LuaScript again = LuaScript.load(once, "including.lua");
    assertThat(once.open("nowhere.lua")).isNull();
    assertThat(once.open("nowhere.lua")).isNull();

    assertThat(again).isEqualTo(first);
    assertThat(looked).containsOnlyOnce("including.lua", "nowhere.lua").doesNotHaveDuplicates();
  }

  @Test
  void load_missingFile_throwsNamingIt() {
    assertThatThrownBy(() -> LuaScript.load(Source.beside(LuaScriptTest.class), "nowhere.lua"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nowhere.lua");
  }

  @Test
  void load_missingInclude_throwsNamingIt() {
    assertThatThrownBy(() -> LuaScript.load(Source.beside(LuaScriptTest.class), "broken.lua"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nowhere.lua");
  }
}
