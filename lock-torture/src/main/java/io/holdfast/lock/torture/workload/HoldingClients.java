package io.holdfast.lock.torture.workload;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.PermitPool;
import io.holdfast.lock.torture.client.LockClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process whose clients hold one lock until they are told to let go, or the process is killed: a
 * main class. Started by {@link HoldingOptions#command()}.
 *
 * <p>It says {@code ready}. On a line {@code read} every client asks for a handle of the read lock,
 * on {@code write} one of the write lock, on {@code permits 2 of 4} two permits of a pool of four;
 * {@code held NUMBER TOKEN} or {@code failed NUMBER …} is said of each when it is known. On {@code
 * release} all handles are closed, and it says {@code released}; {@code lost NUMBER CAUSE} for each
 * that is lost. At the end of its input it closes its clients and ends.
 */
public final class HoldingClients {

  private static final Pattern PERMITS = Pattern.compile("permits (\\d+) of (\\d+)");

  private final HoldingOptions options;
  private final List<LockClient> clients = new ArrayList<>();
  private final Collection<Hold> holds = new ConcurrentLinkedQueue<>();

  private HoldingClients(HoldingOptions options) {
    this.options = options;
  }

  /** Runs to the end of its input. */
  public static void main(String[] arguments) throws IOException {
    new HoldingClients(HoldingOptions.parse(List.of(arguments))).run();
    System.exit(0);
  }

  private void run() throws IOException {
    WorkloadFixture fixture = WorkloadFixture.named(options.fixture());
    for (int i = 0; i < options.clients(); i++) {
      clients.add(fixture.open(options.servers(), options.spec(i)));
    }
    System.out.println("ready");
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        obey(line);
      }
    }
    clients.forEach(LockClient::close);
  }

  private void obey(String line) {
    switch (line) {
      case "read" -> ask(true);
      case "write" -> ask(false);
      case "release" -> {
        holds.forEach(Hold::close);
        holds.clear();
        System.out.println("released");
      }
      default -> askForPermits(line);
    }
  }

  private void askForPermits(String line) {
    Matcher numbers = PERMITS.matcher(line);
    if (!numbers.matches()) {
      System.out.println("not understood: " + line);
      return;
    }
    int permits = Integer.parseInt(numbers.group(1));
    int size = Integer.parseInt(numbers.group(2));
    for (int i = 0; i < clients.size(); i++) {
      int number = i;
      PermitPool pool = clients.get(i).pool(options.name(), size).orElseThrow();
      pool.acquireAsync(permits, AcquireOptions.defaults())
          .whenComplete((permit, thrown) -> answered(number, permit, thrown));
    }
  }

  private void ask(boolean reads) {
    for (int i = 0; i < clients.size(); i++) {
      int number = i;
      LockClient client = clients.get(i);
      DistributedLock lock =
          reads ? client.readLock(options.name()).orElseThrow() : client.lock(options.name());
      lock.acquireAsync().whenComplete((hold, thrown) -> answered(number, hold, thrown));
    }
  }

  private void answered(int number, Hold hold, Throwable thrown) {
    if (thrown != null) {
      System.out.println("failed " + number + " " + thrown);
      return;
    }
    holds.add(hold);
    hold.onLost(cause -> System.out.println("lost " + number + " " + cause));
    System.out.println("held " + number + " " + hold.token());
  }
}
