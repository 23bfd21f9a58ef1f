package io.holdfast.lock.torture.workload;

import io.holdfast.lock.testkit.process.JvmCommand;
import io.holdfast.lock.torture.client.ClientSpec;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What a {@link BufferWorker} does. Immutable; every method returns a refined copy.
 *
 * @param fixture the class name of a {@link WorkloadFixture} whose locks have conditions
 * @param servers where the servers are, for the fixture
 * @param store where the buffer is: the address of any server
 * @param name of the lock, and of the buffer
 * @param role what its threads do
 * @param threads how many
 * @param lease of the lock
 * @param pace the other times of the lock's client
 */
public record BufferOptions(
    String fixture,
    List<String> servers,
    String store,
    String name,
    Role role,
    int threads,
    Duration lease,
    ClientSpec.Pace pace) {

  /** What a thread does with the buffer. */
  public enum Role {
    /** Puts. */
    PRODUCER,
    /** Takes. */
    CONSUMER
  }

  /** Keeps a copy of the list; refuses to do nothing. */
  public BufferOptions {
    servers = List.copyOf(servers);
    if (threads < 1) {
      throw new IllegalArgumentException("threads: " + threads + ": at least one");
    }
  }

  /** A producer of two threads, with a lease of 1.5 s, a buffer beside the locks, a quick pace. */
  public static BufferOptions of(String fixture, List<String> servers, String name) {
    return new BufferOptions(
        fixture,
        servers,
        servers.get(0),
        name,
        Role.PRODUCER,
        2,
        Duration.ofMillis(1500),
        ClientSpec.Pace.QUICK);
  }

  /** In this role. */
  public BufferOptions role(Role other) {
    return new BufferOptions(fixture, servers, store, name, other, threads, lease, pace);
  }

  /** With this number of threads. */
  public BufferOptions threads(int count) {
    return new BufferOptions(fixture, servers, store, name, role, count, lease, pace);
  }

  /** With leases of this length. */
  public BufferOptions lease(Duration length) {
    return new BufferOptions(fixture, servers, store, name, role, threads, length, pace);
  }

  /** A worker that does this, to be started. */
  public JvmCommand command() {
    return JvmCommand.of(BufferWorker.class)
        .arguments(NamedValues.words(values()).toArray(String[]::new));
  }

  private Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("fixture", fixture);
    values.put("servers", NamedValues.text(servers));
    values.put("store", store);
    values.put("name", name);
    values.put("role", role.name().toLowerCase(Locale.ROOT));
    values.put("threads", Integer.toString(threads));
    values.put("lease", lease.toString());
    values.put("claim-lease", pace.claimLease().toString());
    values.put("command-timeout", pace.commandTimeout().toString());
    values.put("unreachable-limit", pace.unreachableLimit().toString());
    return values;
  }

  /**
   * Reads what {@link #command} says.
   *
   * @throws IllegalArgumentException if a word is missing, unknown or cannot be read
   */
  static BufferOptions parse(List<String> words) {
    NamedValues values = NamedValues.parse(words);
    BufferOptions options =
        new BufferOptions(
            values.text("fixture"),
            values.list("servers"),
            values.text("store"),
            values.text("name"),
            Role.valueOf(values.text("role").toUpperCase(Locale.ROOT)),
            values.number("threads"),
            values.duration("lease"),
            new ClientSpec.Pace(
                values.duration("claim-lease"),
                values.duration("command-timeout"),
                values.duration("unreachable-limit")));
    values.requireEnd();
    return options;
  }

  ClientSpec spec() {
    return ClientSpec.defaults()
        .label(role.name().toLowerCase(Locale.ROOT) + "-" + ProcessHandle.current().pid())
        .lease(lease)
        .pace(pace);
  }
}
