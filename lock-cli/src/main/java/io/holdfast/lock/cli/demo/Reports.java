package io.holdfast.lock.cli.demo;

import java.io.PrintStream;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Prints a worker's events from a thread of its own, so that no section waits for a pipe. */
final class Reports {

  private final BlockingQueue<WorkerEvent> events = new LinkedBlockingQueue<>();
  private final PrintStream out;

  private Reports(PrintStream out) {
    this.out = out;
  }

  static Reports to(PrintStream out) {
    Reports reports = new Reports(out);
    Thread writer = new Thread(reports::write, "demo-reports");
    writer.setDaemon(true);
    writer.start();
    return reports;
  }

  void add(WorkerEvent event) {
    events.add(event);
  }

  private void write() {
    StringBuilder lines = new StringBuilder();
    try {
      while (true) {
        lines.append(events.take().line()).append('\n');
        for (WorkerEvent next = events.poll(); next != null; next = events.poll()) {
          lines.append(next.line()).append('\n');
        }
        out.print(lines);
        out.flush();
        lines.setLength(0);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
