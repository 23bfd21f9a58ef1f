package io.holdfast.lock.cli.demo;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A worker's JVM: takes orders from standard input, reports on standard output, and ends when its
 * input does, so that it never outlives the demo.
 */
public final class WorkerMain {

  /** Where the URI stands: not on the command line, which everybody can read. */
  static final String URI_VARIABLE = "HOLDFAST_DEMO_REDIS";

  private WorkerMain() {}

  /** Arguments: name, key prefix, lock, lease in ms, port of the counter. */
  public static void main(String[] arguments) {
    Reports reports = Reports.to(System.out);
    BlockingQueue<WorkerOrder> orders = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> read(orders), "demo-orders");
    reader.setDaemon(true);
    reader.start();
    try {
      work(arguments, orders, reports);
    } catch (IOException | RuntimeException e) {
      reports.add(new WorkerEvent.Trouble(System.nanoTime(), e.toString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void work(String[] arguments, BlockingQueue<WorkerOrder> orders, Reports reports)
      throws IOException, InterruptedException {
    String name = arguments[0];
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .keyPrefix(arguments[1])
            .clientLabel(name)
            .lease(Duration.ofMillis(Long.parseLong(arguments[3])))
            .build();
    String uri = System.getenv().getOrDefault(URI_VARIABLE, "redis://localhost");
    try (HoldfastClient client = HoldfastClient.connect(settings, uri);
        CounterClient counter = new CounterClient(Integer.parseInt(arguments[4]), name)) {
      new Worker(client, arguments[2], counter, orders, reports).run();
    }
  }

  private static void read(BlockingQueue<WorkerOrder> orders) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        orders.add(WorkerOrder.parse(line));
      }
    } catch (IOException e) {
      // As good as its end.
    }
    Runtime.getRuntime().halt(0); // the demo is gone, or done with us
  }
}
