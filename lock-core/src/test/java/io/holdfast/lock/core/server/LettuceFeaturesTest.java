package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.LettuceVersion;
import io.lettuce.core.RedisURI;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs on the Lettuce of the class path: the newest, or that of {@code lettuce.test.version}. */
class LettuceFeaturesTest {

  @ParameterizedTest
  @ValueSource(strings = {"6.5.5.RELEASE/cb02888", "6.0.0.RELEASE", "5.3.7.RELEASE", "6.5"})
  void requireSupported_tooOld_namesBothVersions(String version) {
    assertThatThrownBy(() -> LettuceFeatures.requireSupported(version))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Lettuce " + version + " is too old")
        .hasMessageContaining("lettuce-core 6.6 or later");
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {"6.6.0.RELEASE", "6.10.0", "7.0.0.RELEASE/abc", "10.1.2", "6.6", "7", "unknown"})
  void requireSupported_newEnoughOrUnknown_isAccepted(String version) {
    assertThatCode(() -> LettuceFeatures.requireSupported(version)).doesNotThrowAnyException();
  }

  @Test
  void version_ofTheJarOfAnApplication_isNotKnown() {
    assertThat(LettuceFeatures.version("Lettuce", "6.5.5.RELEASE/cb02888")).startsWith("6.5.5");
    assertThat(LettuceFeatures.version("shop", "1.0.0")).isNull();
    assertThat(LettuceFeatures.version(null, "1.0.0")).isNull();
  }

  @Test
  void requireSupported_theOneHere_isAccepted() {
    assertThatCode(LettuceFeatures::requireSupported).doesNotThrowAnyException();
  }

  /** Otherwise {@code -Dlettuce.test.version} would test something else than it says. */
  @Test
  void classPath_lettuceTestVersion_isTheOneHere() {
    String wanted = System.getProperty("lettuce.test.version", "7.");
    assertThat(LettuceVersion.getVersion()).startsWith(wanted);
  }

  @Test
  @DisplayName("failure 151: a Lettuce that does not know of maintenance")
  void refuseMaintenance_anyVersion_leavesItOff() throws Exception {
    ClientOptions.Builder options = ClientOptions.builder();

    LettuceFeatures.refuseMaintenance(options);

    assertThat(asksForMaintenance(options.build())).isFalse();
  }

  /** By name, as not every version has it. */
  private static boolean asksForMaintenance(ClientOptions options) throws Exception {
    try {
      Object config = ClientOptions.class.getMethod("getMaintNotificationsConfig").invoke(options);
      return (boolean) config.getClass().getMethod("maintNotificationsEnabled").invoke(config);
    } catch (NoSuchMethodException before7dot0) {
      return false;
    }
  }

  @Test
  @DisplayName("failure 151: a Lettuce that has the name of a library, and no driver")
  void copyDriver_anyVersion_copiesNameAndVersion() {
    RedisURI from = RedisURI.create("redis://localhost?libraryName=mine&libraryVersion=1.2");
    RedisURI to = new RedisURI();

    LettuceFeatures.copyDriver(from, to);

    assertThat(to.getLibraryName()).isEqualTo("mine");
    assertThat(to.getLibraryVersion()).isEqualTo("1.2");
  }
}
