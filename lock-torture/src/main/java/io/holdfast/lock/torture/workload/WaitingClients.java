package io.holdfast.lock.torture.workload;

import io.holdfast.lock.Hold;
import io.holdfast.lock.torture.client.LockClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A process with many clients that wait for one lock: a main class. To a server they are as many
 * processes: each has connections, an id and a place of its own, and all fall silent when the
 * process is killed or frozen. Started by {@link WaitingOptions#command()}.
 *
 * <p>It says {@code ready}. On a line {@code wait} every client asks for the lock, and it says
 * {@code waiting}; then {@code held NUMBER TOKEN ARRIVAL} for each that gets it and gives it back
 * at once (the arrival is {@code -} if the kind keeps no such order), or {@code failed NUMBER …}.
 * At the end of its input it closes its clients and ends.
 */
public final class WaitingClients {

  private final WaitingOptions options;
  private final WorkloadFixture fixture;
  private final List<LockClient> clients = new ArrayList<>();

  private WaitingClients(WaitingOptions options) {
    this.options = options;
    this.fixture = WorkloadFixture.named(options.fixture());
  }

  /** Runs to the end of its input. */
  public static void main(String[] arguments) throws IOException {
    new WaitingClients(WaitingOptions.parse(List.of(arguments))).run();
    System.exit(0);
  }

  private void run() throws IOException {
    for (int i = 0; i < options.clients(); i++) {
      clients.add(fixture.open(options.servers(), options.spec(i)));
    }
    System.out.println("ready");
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        if (line.equals("wait")) {
          ask();
        }
      }
    }
    clients.forEach(LockClient::close);
  }

  private void ask() {
    for (int i = 0; i < clients.size(); i++) {
      int number = i;
      LockClient client = clients.get(i);
      CompletableFuture<Hold> asking = client.lock(options.name()).acquireAsync();
      asking.whenComplete((hold, thrown) -> answered(number, client, hold, thrown));
    }
    System.out.println("waiting");
  }

  private void answered(int number, LockClient client, Hold hold, Throwable thrown) {
    if (thrown != null) {
      System.out.println("failed " + number + " " + thrown);
      return;
    }
    String arrival = fixture.keepsOrderOfArrival() ? Long.toString(client.arrivalOf(hold)) : "-";
    System.out.println("held " + number + " " + hold.token() + " " + arrival);
    hold.close();
  }
}
