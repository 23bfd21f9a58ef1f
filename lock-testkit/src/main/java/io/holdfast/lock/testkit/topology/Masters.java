package io.holdfast.lock.testkit.topology;

import io.holdfast.lock.testkit.proxy.FaultProxy;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.server.RedisServerBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Masters that know nothing of each other, each behind a proxy of its own: the nodes of a quorum.
 *
 * <pre>{@code
 * try (Masters five = Masters.start(5)) {
 *   connect(five.uris());
 *   five.proxy(0).blackhole(Connections.all());
 *   five.server(1).kill();
 * }
 * }</pre>
 */
public final class Masters implements AutoCloseable {

  private final List<RedisServer> servers;
  private final List<FaultProxy> proxies;

  private Masters(List<RedisServer> servers, List<FaultProxy> proxies) {
    this.servers = List.copyOf(servers);
    this.proxies = List.copyOf(proxies);
  }

  /** Starts that number of masters, all at the same time. */
  public static Masters start(int number) {
    return start(number, index -> RedisServer.builder());
  }

  /** As {@link #start(int)}, and configures each, on this thread. */
  public static Masters start(int number, IntFunction<RedisServerBuilder> builder) {
    if (number < 1) {
      throw new IllegalArgumentException("number: " + number + " is less than 1");
    }
    ExecutorService starters = Executors.newFixedThreadPool(number);
    try {
      return start(starters, IntStream.range(0, number).mapToObj(builder).toList());
    } finally {
      starters.shutdown();
    }
  }

  private static Masters start(ExecutorService starters, List<RedisServerBuilder> builders) {
    List<CompletableFuture<RedisServer>> starting =
        builders.stream()
            .map(builder -> CompletableFuture.supplyAsync(builder::start, starters))
            .toList();
    List<AutoCloseable> opened = new ArrayList<>();
    List<RedisServer> servers = new ArrayList<>();
    List<FaultProxy> proxies = new ArrayList<>();
    RuntimeException failed = new IllegalStateException("not every master could be started");
    for (CompletableFuture<RedisServer> start : starting) {
      try {
        servers.add(start.join());
      } catch (CompletionException e) {
        failed.addSuppressed(e.getCause());
      }
    }
    opened.addAll(servers);
    try {
      if (failed.getSuppressed().length > 0) {
        throw failed;
      }
      for (RedisServer server : servers) {
        FaultProxy proxy = FaultProxy.to(server);
        opened.add(proxy);
        proxies.add(proxy);
      }
      return new Masters(servers, proxies);
    } catch (RuntimeException | Error e) {
      Closing.closeAll(opened, e);
      throw e;
    }
  }

  /** How many. */
  public int size() {
    return servers.size();
  }

  /** All of them. */
  public List<RedisServer> servers() {
    return servers;
  }

  /** Where clients are to connect, in the same order: through the proxies. */
  public List<String> uris() {
    return proxies.stream().map(FaultProxy::uri).toList();
  }

  /** The one with this index, from 0. */
  public RedisServer server(int index) {
    return servers.get(index);
  }

  /** The proxy before the one with this index, from 0. */
  public FaultProxy proxy(int index) {
    return proxies.get(index);
  }

  /** Ends all servers and proxies. Idempotent. */
  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(servers);
    all.addAll(proxies);
    Closing.closeAll(all);
  }

  @Override
  public String toString() {
    return servers.size() + " masters " + proxies;
  }
}
