package io.holdfast.lock.torture.workload;

import io.holdfast.lock.testkit.process.JvmCommand;
import io.holdfast.lock.torture.client.ClientSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a {@link WaitingClients} process does. Immutable.
 *
 * @param fixture the class name of a {@link WorkloadFixture}
 * @param servers where the servers are, for the fixture
 * @param name of the lock
 * @param clients how many clients it has; each waits once at a time
 * @param pace the times of the clients
 */
public record WaitingOptions(
    String fixture, List<String> servers, String name, int clients, ClientSpec.Pace pace) {

  /** Keeps a copy of the list; refuses to be without clients. */
  public WaitingOptions {
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
    values.put("claim-lease", pace.claimLease().toString());
    values.put("command-timeout", pace.commandTimeout().toString());
    values.put("unreachable-limit", pace.unreachableLimit().toString());
    return JvmCommand.of(WaitingClients.class)
        .arguments(NamedValues.words(values).toArray(String[]::new));
  }

  /**
   * Reads what {@link #command} says.
   *
   * @throws IllegalArgumentException if a word is missing, unknown or cannot be read
   */
  static WaitingOptions parse(List<String> words) {
    NamedValues values = NamedValues.parse(words);
    WaitingOptions options =
        new WaitingOptions(
            values.text("fixture"),
            values.list("servers"),
            values.text("name"),
            values.number("clients"),
            new ClientSpec.Pace(
                values.duration("claim-lease"),
                values.duration("command-timeout"),
                values.duration("unreachable-limit")));
    values.requireEnd();
    return options;
  }

  ClientSpec spec(int number) {
    return ClientSpec.defaults()
        .label("waiting-%s-%s".formatted(ProcessHandle.current().pid(), number))
        .pace(pace);
  }
}
