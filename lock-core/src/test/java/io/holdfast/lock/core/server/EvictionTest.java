package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvictionTest {

  @ParameterizedTest
  @ValueSource(strings = {"volatile-lru", "allkeys-lru", "volatile-ttl", "allkeys-random"})
  @DisplayName("failure 34: the client warns of a policy that evicts lock keys")
  void danger_evictingPolicyUnderALimit_namesBoth(String policy) {
    assertThat(Eviction.danger(info("2097152", policy)))
        .hasValueSatisfying(what -> assertThat(what).contains("2097152", policy, "noeviction"));
  }

  @Test
  void danger_noEviction_none() {
    assertThat(Eviction.danger(info("2097152", "noeviction"))).isEmpty();
  }

  @Test
  void danger_noLimit_none() {
    assertThat(Eviction.danger(info("0", "allkeys-lru"))).isEmpty();
  }

  @Test
  void danger_factsMissing_none() {
    assertThat(Eviction.danger("# Memory\r\nused_memory:1\r\n")).isEmpty();
  }

  private static String info(String limit, String policy) {
    return "# Memory\r\nused_memory:900\r\nmaxmemory:%s\r\nmaxmemory_human:2M\r\nmaxmemory_policy:%s\r\n"
        .formatted(limit, policy);
  }
}
