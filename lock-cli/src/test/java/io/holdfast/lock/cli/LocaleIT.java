package io.holdfast.lock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.Hold;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.testkit.server.TestServer;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The command in a locale that has digits of its own (ar-EG-u-nu-arab). */
@ExtendWith(RedisServerExtension.class)
class LocaleIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);

  private static JvmProcess holdfast(String... arguments) {
    return JvmProcess.of(Holdfast.class)
        .options("-Duser.language=ar", "-Duser.country=EG", "-Duser.extensions=u-nu-arab")
        .arguments(arguments)
        .start();
  }

  @Test
  @DisplayName("failure 100: the default locale has digits of its own")
  void messages_localeHasOtherDigits_haveThoseThatToolsRead(TestServer server) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(server.uri());
        Hold hold = client.lock("locale-it").acquire();
        JvmProcess run =
            holdfast(
                "run",
                "--redis",
                server.uri(),
                "--lock",
                "locale-it",
                "--wait",
                "300ms",
                "--",
                "true");
        JvmProcess inspect = holdfast("inspect", "--redis", server.uri(), "locale-it")) {
      assertThat(run.exitValue(LIMIT)).isEqualTo(ExitStatus.NOT_OBTAINED);
      assertThat(inspect.exitValue(LIMIT)).isZero();

      assertThat(String.join("\n", run.output()))
          .contains("not obtained within 300 ms")
          .doesNotContainPattern("[\\u0660-\\u0669]");
      assertThat(String.join("\n", inspect.output()))
          .contains(Long.toString(hold.token()))
          .doesNotContainPattern("[\\u0660-\\u0669]");
    }
  }
}
