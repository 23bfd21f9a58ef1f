package io.holdfast.lock.torture.nemesis;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The catalogue of faults. Weights say how often each is chosen, compared with the others. */
public final class Faults {

  private Faults() {}

  /**
   * All of them; a {@link Nemesis} takes those whose needs are met.
   *
   * <table>
   *   <caption>Name, weight, what happens</caption>
   *   <tr><td>drop-replies</td><td>12</td><td>commands are executed, replies are lost</td></tr>
   *   <tr><td>fin, rst</td><td>8 each</td><td>connections break, some of them between a command and
   *       its reply</td></tr>
   *   <tr><td>blackhole</td><td>8</td><td>nothing passes, sockets stay open</td></tr>
   *   <tr><td>mute-replies</td><td>6</td><td>as blackhole, towards the client only</td></tr>
   *   <tr><td>mute-requests</td><td>4</td><td>as blackhole, towards the server only</td></tr>
   *   <tr><td>slow</td><td>6</td><td>whatever goes to the server takes 200 ms</td></tr>
   *   <tr><td>latency</td><td>8</td><td>50 to 800 ms in one or both directions</td></tr>
   *   <tr><td>resubscribe-storm</td><td>2</td><td>whoever subscribes is thrown out</td></tr>
   *   <tr><td>freeze-server</td><td>8</td><td>stopped, and continues</td></tr>
   *   <tr><td>restart-persistent, restart-empty</td><td>3 each</td><td>killed; back with its data, or
   *       without</td></tr>
   *   <tr><td>failover</td><td>6</td><td>a replica that has missed the last writes takes over</td></tr>
   *   <tr><td>script-flush</td><td>4</td><td>scripts are forgotten</td></tr>
   *   <tr><td>kill-clients</td><td>4</td><td>the server closes connections, of one type or all</td></tr>
   *   <tr><td>out-of-memory</td><td>2</td><td>writes are refused</td></tr>
   *   <tr><td>busy</td><td>2</td><td>a script does not end</td></tr>
   *   <tr><td>clock-jump</td><td>4</td><td>by 0.1 to 300 s, either way, and back</td></tr>
   *   <tr><td>sentinel-failover</td><td>8</td><td>Sentinels have a replica take over; the old master
   *       serves for some seconds more</td></tr>
   *   <tr><td>cluster-failover</td><td>8</td><td>a replica takes over when it has all that the master
   *       has, which waits for it</td></tr>
   *   <tr><td>kill-master</td><td>6</td><td>killed, and a replica takes over by vote; comes back empty,
   *       as a replica</td></tr>
   *   <tr><td>freeze-master</td><td>6</td><td>stopped until a replica has taken over by vote, and longer;
   *       continues, and becomes a replica</td></tr>
   *   <tr><td>move-slot</td><td>8</td><td>to another master, one key after the other</td></tr>
   *   <tr><td>migrate-slot</td><td>8</td><td>to another master, as a whole</td></tr>
   *   <tr><td>freeze-worker</td><td>8</td><td>for longer than its lease</td></tr>
   *   <tr><td>kill-worker</td><td>8</td><td>and started again</td></tr>
   * </table>
   */
  public static List<Fault> all() {
    return Stream.of(
            NetworkFaults.all(), ServerFaults.all(), FailoverFaults.all(), WorkerFaults.all())
        .flatMap(List::stream)
        .toList();
  }

  /**
   * All of them, for nodes of which a few may be hurt: with restarts as often as all the rest of
   * what is done to servers.
   */
  public static List<Fault> forAQuorum() {
    List<Fault> restarts = named("restart-persistent", "restart-empty");
    return Stream.of(all(), restarts, restarts, restarts, restarts).flatMap(List::stream).toList();
  }

  /** Those that are done to servers and to connections. */
  public static List<Fault> ofNodes() {
    return all().stream().filter(fault -> fault.target() != Target.WORKER).toList();
  }

  /** Those of the catalogue with these names. */
  public static List<Fault> named(String... names) {
    Set<String> wanted = Set.of(names);
    List<Fault> found = all().stream().filter(fault -> wanted.contains(fault.name())).toList();
    if (found.size() < wanted.size()) {
      throw new IllegalArgumentException("names: of %s there are only %s".formatted(wanted, found));
    }
    return found;
  }
}
