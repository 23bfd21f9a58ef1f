package io.holdfast.lock.cli.torture;

import io.holdfast.lock.testkit.process.JvmProcess;
import io.holdfast.lock.torture.check.Examination;
import io.holdfast.lock.torture.nemesis.NemesisEvent;
import io.holdfast.lock.torture.register.Register;
import io.holdfast.lock.torture.register.ResourceReport;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Tells on the terminal how a torture goes. Entered by the command's and the nemesis's threads. */
final class Progress {

  private static final Pattern WORKER = Pattern.compile("(\\w+)=(\\d+)");

  private final PrintWriter out;
  private final long startNanos = System.nanoTime();
  private final List<String> present = new CopyOnWriteArrayList<>();
  private final AtomicInteger faults = new AtomicInteger();

  Progress(PrintWriter out) {
    this.out = out;
  }

  void say(String what) {
    out.printf(Locale.ROOT, "%6.1f s  %s%n", (System.nanoTime() - startNanos) / 1e9, what);
    out.flush();
  }

  void fault(NemesisEvent event) {
    switch (event.kind()) {
      case INJECTED -> {
        faults.incrementAndGet();
        present.add(event.fault());
        say("+ %s: %s".formatted(event.fault(), event.detail()));
      }
      case HEALED -> {
        present.remove(event.fault());
        say("- %s".formatted(event.fault()));
      }
      case INJECT_FAILED, HEAL_FAILED ->
          say("! %s: %s %s".formatted(event.fault(), event.kind(), event.detail()));
      default -> {}
    }
  }

  /** What the present workers have done since they started, and what the register has seen. */
  void show(List<JvmProcess> workers, Path directory) {
    long operations = 0;
    long holds = 0;
    long losses = 0;
    for (JvmProcess worker : workers) {
      List<String> said = worker.output();
      for (int i = said.size() - 1; i >= 0; i--) {
        if (said.get(i).startsWith("progress ")) {
          operations += number(said.get(i), "operations");
          holds += number(said.get(i), "holds");
          losses += number(said.get(i), "losses");
          break;
        }
      }
    }
    List<ResourceReport> seen =
        Files.exists(directory.resolve(Examination.REGISTER))
            ? Register.read(directory.resolve(Examination.REGISTER))
            : List.of();
    say(
        String.format(
            Locale.ROOT,
            "operations %,d  holds %,d  losses told %,d  overlaps %,d  stale writes refused %,d"
                + "  faults %s%s",
            operations,
            holds,
            losses,
            seen.stream().mapToLong(ResourceReport::overlaps).sum(),
            seen.stream().mapToLong(report -> report.writes().refused()).sum(),
            faults.get(),
            present.isEmpty() ? "" : "  now: " + String.join(", ", present)));
  }

  private static long number(String line, String what) {
    Matcher matcher = WORKER.matcher(line);
    while (matcher.find()) {
      if (matcher.group(1).equals(what)) {
        return Long.parseLong(matcher.group(2));
      }
    }
    return 0;
  }
}
