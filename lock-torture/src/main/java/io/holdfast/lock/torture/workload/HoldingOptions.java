package io.holdfast.lock.torture.workload;

import io.holdfast.lock.testkit.process.JvmCommand;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a {@link HoldingClients} process does. Immutable.
 *
 * @param fixture the class name of a {@link WorkloadFixture}
 * @param servers where the servers are, for the fixture
 * @param name of the lock
 * @param clients how many clients it has
 * @param lease the length of their renewed leases
 */
public record HoldingOptions(
    String fixture, List<String> servers, String name, int clients, Duration lease) {

  /** Keeps a copy of the list; refuses to be without clients. */
  public HoldingOptions {
    servers = List.copyOf(servers);
    if (clients < 1) {
      throw new IllegalArgumentException("clients: " + clients + ": at least one");
    }
  }

  /** A process that does this, to be started. */
  public JvmCommand command() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("fixture", fixture);
    values.put("servers", NamedValues.text(servers));
    values.put("name", name);
    values.put("clients", Integer.toString(clients));
    values.put("lease", lease.toString());
    return JvmCommand.of(HoldingClients.class)
        .arguments(NamedValues.words(values).toArray(String[]::new));
  }

  /**
   * Reads what {@link #command} says.
   *
   * @throws IllegalArgumentException if a word is missing, unknown or cannot be read
   */
  static HoldingOptions parse(List<String> words) {
    NamedValues values = NamedValues.parse(words);
    HoldingOptions options =
        new HoldingOptions(
            values.text("fixture"),
            values.list("servers"),
            values.text("name"),
            values.number("clients"),
            values.duration("lease"));
    values.requireEnd();
    return options;
  }

  ClientSpec spec(int number) {
    return ClientSpec.defaults()
        .label("holding-%s-%s".formatted(ProcessHandle.current().pid(), number))
        .lease(lease);
  }
}
