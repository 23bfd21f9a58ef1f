package io.holdfast.lock.testkit.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A shell of ours that outlives this JVM, by moments: when its input ends, the JVM has ended, in
 * whatever way, and it kills and deletes what is left. One for the JVM, started when first needed.
 */
final class Guardian {

  private static final Logger LOG = LoggerFactory.getLogger(Guardian.class);
  private static final Guardian INSTANCE = new Guardian();

  private final Optional<Writer> input; // written under this

  private Guardian() {
    this.input = start();
  }

  static Guardian ofThisJvm() {
    return INSTANCE;
  }

  private static Optional<Writer> start() {
    try {
      Process shell =
          new ProcessBuilder("sh", "-c", script())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      return Optional.of(shell.outputWriter(StandardCharsets.UTF_8));
    } catch (IOException e) {
      LOG.warn("No shell: processes of this JVM outlive it if it is killed: {}", e.getMessage());
      return Optional.empty();
    }
  }

  private static String script() throws IOException {
    try (InputStream script = Guardian.class.getResourceAsStream("guardian.sh")) {
      if (script == null) {
        throw new IOException("the resource guardian.sh is missing");
      }
      return new String(script.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  synchronized void tell(String line) {
    input.ifPresent(
        writer -> {
          try {
            writer.write(line + "\n");
            writer.flush();
          } catch (IOException e) {
            throw new UncheckedIOException("the guardian of this JVM's processes has gone", e);
          }
        });
  }
}
