package io.holdfast.lock.cli.run;

import io.holdfast.lock.PermitPool;
import io.holdfast.lock.cli.ServerOptions;
import io.holdfast.lock.cli.TextConverter;
import io.holdfast.lock.cli.UsageException;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.semaphore.Semaphores;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Permits of a pool, instead of a lock. */
final class PoolOptions {

  @Option(
      names = "--pool",
      paramLabel = "NAME",
      converter = TextConverter.class,
      description = "Instead of a lock: a pool of permits, so that several run at a time.")
  private Optional<String> name = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "M",
      description =
          "How many permits the pool has; at least 1. If it has another number already, that one"
              + " applies, and a message says so; see --resize.")
  private Optional<Integer> limit = Optional.empty();

  @Option(
      names = "--permits",
      paramLabel = "N",
      description = "How many of them the command takes; 1 to M. Default: 1")
  private Optional<Integer> permits = Optional.empty();

  @Option(
      names = "--resize",
      description =
          "If the pool has another number of permits than M, change it. What is out stays out.")
  private boolean resize;

  Optional<String> name() {
    return name;
  }

  /** Refuses these options where there is no pool. */
  void requireNone() {
    if (limit.isPresent() || permits.isPresent() || resize) {
      throw new UsageException("--limit, --permits and --resize: need --pool NAME");
    }
  }

  GuardSource open(ServerOptions server) {
    int size = limit.orElseThrow(() -> new UsageException("--pool: must have --limit M"));
    int wanted = permits.orElse(1);
    if (size < 1) {
      throw new UsageException("--limit %s: must be at least 1".formatted(size));
    }
    if (wanted < 1 || wanted > size) {
      throw new UsageException(
          "--permits %s: must be from 1 to --limit, %s".formatted(wanted, size));
    }
    HoldfastClient client = server.connect();
    return GuardSource.opened(client, () -> Guard.of(pool(client, server, size), wanted));
  }

  private PermitPool pool(HoldfastClient client, ServerOptions server, int size) {
    PermitPool pool = new Semaphores(client).pool(name.orElseThrow(), size);
    server.reach(pool::inspect);
    if (resize && isOther(pool.inspect().size(), size)) {
      pool.resize(size);
    }
    return pool;
  }

  /** Nobody has used it yet: it begins with what we say. */
  private static boolean isOther(int actual, int size) {
    return actual != 0 && actual != size;
  }
}
