package io.holdfast.lock.core.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.cluster.SlotHash;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class KeyspaceTest {

  private static final String[] PIECES = {
    "{", "}", "!", "~", ":", "a", "b", "lock", "lockq", "holdfast", "é", "\ud83d\ude00", "\0", "\n"
  };

  private final Keyspace keyspace = new Keyspace("holdfast");

  private static Set<String> names() {
    Set<String> names =
        new HashSet<>(
            List.of(
                "", "{", "}", "{}", "}{", "{}a", "{a}", "!", "!}", "}x", "~", "x".repeat(1024)));
    Random random = new Random(7);
    while (names.size() < 20_000) {
      StringBuilder name = new StringBuilder();
      for (int i = random.nextInt(8); i > 0; i--) {
        name.append(PIECES[random.nextInt(PIECES.length)]);
      }
      names.add(name.toString());
    }
    return names;
  }

  @Test
  @DisplayName("failure 37: whatever the name, the keys of a lock share a slot")
  void lock_anyName_hasKeysOfOneSlot() {
    for (String name : names()) {
      LockKeys keys = keyspace.lock("lock", name);
      assertThat(SlotHash.getSlot(keys.lockKey()))
          .as(name)
          .isEqualTo(SlotHash.getSlot(keys.queueKey()));
    }
  }

  @Test
  @DisplayName("peers B17: kinds of one name have keys of their own")
  void lock_differentNamesAndKinds_haveDifferentKeys() {
    Map<String, String> owners = new HashMap<>();
    for (String name : names()) {
      for (String kind : List.of("lock", "fair")) {
        LockKeys keys = keyspace.lock(kind, name);
        assertThat(owners.put(keys.lockKey(), kind + name)).as(name).isNull();
        assertThat(owners.put(keys.queueKey(), kind + name)).as(name).isNull();
      }
    }
  }

  @Test
  void nameOf_keyOfALock_isItsName() {
    for (String name : names()) {
      LockKeys keys = keyspace.lock("lock", name);
      assertThat(keyspace.nameOf("lock", keys.lockKey())).contains(name);
      assertThat(keyspace.nameOf("fair", keys.lockKey())).isEmpty();
      assertThat(keyspace.nameOf("lock", keys.queueKey())).isEmpty();
    }
  }

  @Test
  void nameOf_keyOfNoLock_isEmpty() {
    for (String key :
        List.of(
            "",
            "holdfast:lock:",
            "holdfast:lock:a",
            "holdfast:lock:~a",
            "holdfast:lock:{a}b",
            "holdfast:lock:{}",
            "holdfast:lock:{}}",
            "holdfast:lock:{!a}",
            "x:lock:{a}")) {
      assertThat(keyspace.nameOf("lock", key)).as(key).isEmpty();
    }
  }

  @Test
  void lock_plainNames_looksAsDocumented() {
    assertThat(keyspace.lock("lock", "order:42"))
        .isEqualTo(
            new LockKeys("order:42", "holdfast:lock:{order:42}", "holdfast:lockq:{order:42}"));
    assertThat(keyspace.lock("lock", "a{tag}b").lockKey()).isEqualTo("holdfast:lock:~a{tag}b");
    assertThat(keyspace.lock("lock", "").lockKey()).isEqualTo("holdfast:lock:{!}");
    assertThat(keyspace.lock("lock", "}x").lockKey()).isEqualTo("holdfast:lock:{!}x}");
    assertThat(keyspace.lock("lock", "!x").lockKey()).isEqualTo("holdfast:lock:{!!x}");
  }

  @Test
  void lock_nameWithATag_sharesTheSlotOfTheTag() {
    assertThat(SlotHash.getSlot(keyspace.lock("lock", "a{tag}b").lockKey()))
        .isEqualTo(SlotHash.getSlot("{tag}"));
  }

  @Test
  void lock_nameTooLong_isRefusedWithoutRepeatingItAll() {
    for (String name : List.of("x".repeat(1025), "€".repeat(342), "x".repeat(100_000))) {
      assertThatThrownBy(() -> keyspace.lock("lock", name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("1024")
          .message()
          .hasSizeLessThan(200);
    }
  }

  @Test
  void lock_unpairedSurrogate_isRefused() {
    for (String name : List.of("\ud83d", "\ude00", "a\ud83db", "\ude00\ud83d")) {
      assertThatThrownBy(() -> keyspace.lock("lock", name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Unicode");
    }
  }

  @Test
  void prefix_outOfBounds_isRefused() {
    for (String prefix : List.of("", "a b", "a{b", "a}b", "a\n", "é", "\0", "x".repeat(65))) {
      assertThatThrownBy(() -> new Keyspace(prefix))
          .as(prefix)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("prefix")
          .hasMessageContaining("64");
    }
    assertThat(new Keyspace("x".repeat(64)).inboxPrefix()).startsWith("xxxx");
  }

  @Test
  void scanPattern_prefixWithGlobs_escapesThem() {
    assertThat(new Keyspace("a*?[b]^\\c").scanPattern("lock"))
        .isEqualTo("a\\*\\?\\[b\\]\\^\\\\c:lock:*");
    assertThat(keyspace.scanPattern("lock")).isEqualTo("holdfast:lock:*");
  }

  @Test
  void inboxPrefix_always_isNoLockKey() {
    assertThat(keyspace.inboxPrefix()).isEqualTo("holdfast:inbox:");
  }
}
