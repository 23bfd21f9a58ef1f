package io.holdfast.lock.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.LockListener;
import io.lettuce.core.SslOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class HoldfastSettingsTest {

  private final HoldfastSettings.Builder builder = HoldfastSettings.builder();

  private static void assertRefused(ThrowingCallable call, String... words) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .message()
        .contains(List.of(words));
  }

  @Test
  void build_retentionNotLongerThanTheClaim_isRefusedWithBoth() {
    HoldfastSettings.Builder builder =
        HoldfastSettings.builder()
            .claimLease(Duration.ofMinutes(2))
            .retention(Duration.ofMinutes(1));
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT1M")
        .hasMessageContaining("PT2M");
  }

  @Test
  void defaults_always_areAsDocumented() {
    SettingsValues settings = HoldfastSettings.defaults().values();
    assertThat(settings.keyPrefix()).isEqualTo("holdfast");
    assertThat(settings.clientLabel()).endsWith("/" + ProcessHandle.current().pid());
    assertThat(settings.times().defaultLease()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.times().claimLease()).isEqualTo(Duration.ofSeconds(5));
    assertThat(settings.times().slice()).isEqualTo(Duration.ofMillis(5));
    assertThat(settings.times().linger()).isZero();
    assertThat(settings.times().commandTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(settings.times().unreachableLimit()).isEqualTo(Duration.ofSeconds(60));
    assertThat(settings.times().longWait()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.retention()).isEqualTo(Duration.ofMinutes(10));
    assertThat(settings.isCluster()).isFalse();
    assertThat(settings.callbackExecutor()).isEmpty();
    assertThat(settings.listeners()).isEmpty();
  }

  @Test
  void build_clusterRefreshWithoutCluster_isRefused() {
    ClusterTopologyRefreshOptions options = ClusterTopologyRefreshOptions.create();
    assertRefused(() -> builder.clusterRefresh(options).build(), "clusterRefresh", "cluster()");
    assertThat(builder.cluster().build().values().connections().clusterRefresh()).contains(options);
  }

  @Test
  void connectingInBackground_always_keepsAllOtherSettings() {
    SslOptions ssl = SslOptions.create();
    SettingsValues settings =
        builder.clientLabel("web-3").cluster().ssl(ssl).build().connectingInBackground().values();
    assertThat(settings.connectsInBackground()).isTrue();
    assertThat(settings.isCluster()).isTrue();
    assertThat(settings.connections().ssl()).contains(ssl);
    assertThat(settings.connections().name()).contains("holdfast:web-3");
  }

  @Test
  void lease_outOfBounds_isRefused() {
    assertRefused(
        () -> builder.lease(Duration.ofMillis(99)), "lease", "PT0.099S", "PT0.1S", "PT24H");
    assertRefused(() -> builder.lease(Duration.ofHours(24).plusNanos(1)), "lease", "PT24H");
    assertThat(builder.lease(Duration.ofMillis(100)).build().values().times().defaultLease())
        .isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void claimLease_outOfBounds_isRefused() {
    assertRefused(() -> builder.claimLease(Duration.ofMillis(99)), "claimLease", "PT0.1S", "PT5M");
    assertRefused(() -> builder.claimLease(Duration.ofMinutes(6)), "claimLease", "PT6M");
  }

  @Test
  void slice_outOfBounds_isRefused() {
    assertRefused(() -> builder.slice(Duration.ofNanos(-1)), "slice", "PT0S", "PT10S");
    assertRefused(() -> builder.slice(Duration.ofSeconds(11)), "slice", "PT11S");
    assertThat(builder.slice(Duration.ZERO).build().values().times().slice()).isZero();
  }

  @Test
  void linger_outOfBounds_isRefused() {
    assertRefused(() -> builder.linger(Duration.ofNanos(-1)), "linger", "PT0S", "PT10S");
    assertRefused(() -> builder.linger(Duration.ofSeconds(11)), "linger", "PT11S");
    assertThat(builder.linger(Duration.ZERO).build().values().times().linger()).isZero();
  }

  @Test
  void longWait_outOfBounds_isRefused() {
    assertRefused(() -> builder.longWait(Duration.ofMillis(999)), "longWait", "PT1S", "PT24H");
    assertRefused(() -> builder.longWait(Duration.ofHours(25)), "longWait", "PT25H");
    assertThat(builder.longWait(Duration.ZERO).build().values().times().longWait()).isZero();
  }

  @Test
  void commandTimeout_outOfBounds_isRefused() {
    assertRefused(() -> builder.commandTimeout(Duration.ZERO), "commandTimeout", "PT0.02S", "PT1M");
    assertRefused(() -> builder.commandTimeout(Duration.ofMinutes(2)), "commandTimeout", "PT2M");
  }

  @Test
  void unreachableLimit_negative_isRefusedAndAnyLengthIsAccepted() {
    assertRefused(() -> builder.unreachableLimit(Duration.ofNanos(-1)), "unreachableLimit");
    Duration endless = Duration.ofSeconds(Long.MAX_VALUE);
    assertThat(builder.unreachableLimit(endless).build().values().times().unreachableLimit())
        .isEqualTo(endless);
  }

  @Test
  void retention_outOfBounds_isRefused() {
    assertRefused(() -> builder.retention(Duration.ofSeconds(59)), "retention", "PT1M", "PT720H");
    assertRefused(() -> builder.retention(Duration.ofDays(31)), "retention");
  }

  @Test
  void build_claimLeaseTooShortForTheCommandTimeout_isRefused() {
    builder.claimLease(Duration.ofSeconds(3)).commandTimeout(Duration.ofSeconds(2));
    assertRefused(builder::build, "claimLease", "PT3S", "commandTimeout", "PT2S", "2.2");
    assertThat(builder.claimLease(Duration.ofMillis(4401)).build()).isNotNull();
  }

  @Test
  void keyPrefix_withBracesOrBlanks_isRefused() {
    for (String prefix : List.of("", "a b", "{a}", "x".repeat(65))) {
      assertRefused(() -> builder.keyPrefix(prefix), "prefix", "64");
    }
  }

  @Test
  void clientLabel_withOtherCharacters_isRefused() {
    for (String label : List.of("a b", "a:b", "a~b", "é", "x".repeat(33), "a\n")) {
      assertRefused(() -> builder.clientLabel(label), "label", "32");
    }
    assertThat(builder.clientLabel("").build().values().clientLabel()).isEmpty();
  }

  @Test
  void listener_addedLater_doesNotChangeWhatWasBuilt() {
    HoldfastSettings before = builder.listener(new LockListener() {}).build();
    HoldfastSettings after = builder.listener(new LockListener() {}).build();
    assertThat(before.values().listeners()).hasSize(1);
    assertThat(after.values().listeners()).hasSize(2);
  }

  @Test
  void setter_null_isRefused() {
    assertThatThrownBy(() -> builder.lease(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> builder.keyPrefix(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> builder.clientLabel(null)).isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> builder.callbackExecutor(null))
        .isInstanceOf(NullPointerException.class);
    assertThatThrownBy(() -> builder.listener(null).build())
        .isInstanceOf(NullPointerException.class);
  }
}
