package io.holdfast.lock.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompletionTest {

  @TempDir private Path directory;

  private String completed(String shell, String script, String... words)
      throws IOException, InterruptedException {
    Path file = Files.writeString(directory.resolve("completion"), script);
    String line = String.join(" ", words);
    String ask =
        "source %s; COMP_WORDS=(%s \"\"); COMP_CWORD=%s; COMP_LINE='%s '; COMP_POINT=${#COMP_LINE}; _complete_holdfast; echo \"${COMPREPLY[@]}\""
            .formatted(file, line, words.length, line);
    Process process = new ProcessBuilder(shell, "-c", ask).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void bash_commandsAndOptions_areCompleted() throws Exception {
    String script = CommandLineRun.of("completion", "bash").out();

    assertThat(completed("bash", script, "holdfast"))
        .contains("run", "ls", "inspect", "unlock", "watch");
    assertThat(script).contains("--force", "--on-loss", "complete -F _complete_holdfast");
  }

  @Test
  void bash_valuesOfOptions_areAsTheyAreTyped() {
    assertThat(CommandLineRun.of("completion", "bash").out())
        .contains("\"semaphore\"", "\"ignore\"", "\"bash\"")
        .doesNotContain("\"SEMAPHORE\"", "\"IGNORE\"", "\"BASH\"");
  }

  @Test
  void zsh_script_loadsWhatItNeeds() {
    assertThat(CommandLineRun.of("completion", "zsh").out())
        .startsWith("autoload -Uz compinit bashcompinit")
        .contains("complete -F _complete_holdfast");
  }

  @Test
  void otherShell_isRefused() {
    CommandLineRun run = CommandLineRun.of("completion", "fish");

    assertThat(run.status()).isEqualTo(ExitStatus.USAGE);
    assertThat(run.err()).contains("fish", "BASH", "ZSH");
  }
}
