package io.holdfast.lock.torture.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.lock.testkit.process.JvmProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryKillTest {

  private static final int THREADS = 3;

  /**
   * Writes as fast as it can; says how far it has come for certain. No thread gets further ahead of
   * the others than from one word to the next: or one might be killed before it has begun.
   */
  static final class Scribbler {
    public static void main(String[] arguments) {
      HistoryWriter writer = HistoryWriter.open(Path.of(arguments[0]));
      CyclicBarrier together = new CyclicBarrier(THREADS);
      for (int t = 0; t < THREADS; t++) {
        int thread = t;
        new Thread(
                () -> {
                  for (long i = 0; ; i++) {
                    writer.invoke("lock-" + thread, OperationKind.LOCK, Facts.none().token(i));
                    if (i % 10_000 == 0) {
                      System.out.println("thread " + thread + " wrote " + i);
                      await(together);
                    }
                  }
                })
            .start();
      }
    }
  }

  private static void await(CyclicBarrier together) {
    try {
      together.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void kill_inTheMidstOfWriting_leavesAllThatWasWritten(@TempDir Path directory)
      throws InterruptedException {
    try (JvmProcess jvm = JvmProcess.of(Scribbler.class).arguments(directory.toString()).start()) {
      jvm.awaitLine("wrote 40000");
      jvm.kill();
      History history = HistoryReader.readAll(directory);
      assertThat(history.byLock()).hasSize(THREADS);
      for (int thread = 0; thread < THREADS; thread++) {
        List<Long> written =
            history.byLock().get("lock-" + thread).events().stream()
                .map(event -> event.facts().token().orElseThrow())
                .toList();
        assertThat(written)
            .containsExactlyElementsOf(LongStream.range(0, written.size()).boxed().toList())
            .hasSizeGreaterThan(said(jvm, thread));
      }
    }
  }

  private static int said(JvmProcess jvm, int thread) {
    String prefix = "thread " + thread + " wrote ";
    return jvm.output().stream()
        .filter(line -> line.startsWith(prefix))
        .mapToInt(line -> Integer.parseInt(line.substring(prefix.length())))
        .max()
        .orElse(0);
  }
}
