package io.holdfast.lock.testkit.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SentinelProgramTest {

  private static List<Path> directories() throws IOException {
    String ours = SentinelProgram.PREFIX + ProcessHandle.current().pid() + "-";
    try (Stream<Path> all = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return all.filter(path -> path.getFileName().toString().startsWith(ours)).toList();
    }
  }

  @Test
  void close_nothingIsLeft() throws IOException {
    SentinelProgram program = SentinelProgram.create();
    assertThat(directories()).contains(program.directory());
    assertThat(program.binary().path()).isExecutable();
    program.close();
    program.close();
    assertThat(directories()).doesNotContain(program.directory());
  }
}
