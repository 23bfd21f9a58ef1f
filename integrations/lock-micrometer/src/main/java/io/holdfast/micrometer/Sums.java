package io.holdfast.micrometer;

import io.holdfast.lock.ConnectionEvent;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.core.ClientStatus;
import io.holdfast.lock.core.ConnectionStatus;
import io.holdfast.lock.core.HoldfastClient;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * What the clients of one tag count themselves, as sums: a registry has one meter for each set of
 * tags, and ignores a second one. A client that has been unbound stays in what only grows.
 */
final class Sums {

  private final String clientTag;
  private final CopyOnWriteArrayList<HoldfastClient> clients = new CopyOnWriteArrayList<>();
  private final CopyOnWriteArrayList<Supplier<LockStatistics>> others =
      new CopyOnWriteArrayList<>();

  /** What clients counted until they were unbound, should they come back; guarded by leaving. */
  private final Map<HoldfastClient, LockStatistics> left = new WeakHashMap<>();

  private final Map<LockKind, Gone> gone = new EnumMap<>(LockKind.class); // never changed
  private final ReentrantLock leaving = new ReentrantLock();
  private final AtomicLong droppedOfGone = new AtomicLong();
  private final Map<ConnectionEvent.Connection, AtomicLong> reopened =
      new EnumMap<>(ConnectionEvent.Connection.class); // never changed

  /** What clients have counted that are not bound any more. */
  private record Gone(AtomicLong acquired, AtomicLong passedOn, AtomicLong renewed) {

    Gone() {
      this(new AtomicLong(), new AtomicLong(), new AtomicLong());
    }

    void add(LockStatistics.OfKind numbers, int sign) {
      acquired.addAndGet(sign * numbers.acquired());
      passedOn.addAndGet(sign * numbers.passedOn());
      renewed.addAndGet(sign * numbers.renewed());
    }
  }

  Sums(MeterRegistry registry, String clientTag) {
    this.clientTag = clientTag;
    for (LockKind kind : LockKind.values()) {
      gone.put(kind, new Gone());
    }
    for (ConnectionEvent.Connection connection : ConnectionEvent.Connection.values()) {
      reopened.put(connection, new AtomicLong());
    }
    register(registry);
  }

  private void register(MeterRegistry registry) {
    for (LockKind kind : LockKind.values()) {
      Tags tags = Tags.of("kind", kind.text(), "client", clientTag);
      Gone before = of(gone, kind);
      count(registry, "holdfast.acquired", "Attempts that ended with a hold", tags)
          .accept(() -> before.acquired().get() + sum(kind, LockStatistics.OfKind::acquired));
      count(
              registry,
              "holdfast.passed.on",
              "Holds that were passed on to another owner in the same client",
              tags)
          .accept(() -> before.passedOn().get() + sum(kind, LockStatistics.OfKind::passedOn));
      count(registry, "holdfast.renewals", "Times that a lease was extended", tags)
          .accept(() -> before.renewed().get() + sum(kind, LockStatistics.OfKind::renewed));
      gauge(registry, "holdfast.held", "Holds now", tags)
          .accept(() -> sum(kind, LockStatistics.OfKind::held));
      gauge(registry, "holdfast.waiting", "Threads and futures that wait now", tags)
          .accept(() -> sum(kind, LockStatistics.OfKind::waiting));
    }
    Tags tags = Tags.of("client", clientTag);
    gauge(registry, "holdfast.names", "Names of locks in use now", tags)
        .accept(() -> total(client -> client.status().namesInUse()));
    count(registry, "holdfast.events.dropped", "Events dropped because listeners were slow", tags)
        .accept(() -> droppedOfGone.get() + total(client -> client.statistics().droppedEvents()));
    registerConnection(registry, ConnectionEvent.Connection.COMMANDS, ClientStatus::commands);
    registerConnection(registry, ConnectionEvent.Connection.INBOX, ClientStatus::inbox);
  }

  private void registerConnection(
      MeterRegistry registry,
      ConnectionEvent.Connection connection,
      Function<ClientStatus, ConnectionStatus> of) {
    Tags tags = Tags.of("connection", connection.text(), "client", clientTag);
    Predicate<HoldfastClient> isUp = client -> of.apply(client.status()).isUp();
    gauge(registry, "holdfast.connection.up", "1 if it is up in all clients, else 0", tags)
        .accept(() -> isUpInAll(isUp));
    AtomicLong times = of(reopened, connection);
    count(registry, "holdfast.connection.reopened", "Times that it went down", tags)
        .accept(times::get);
  }

  /** No number, if there is no client. */
  private double isUpInAll(Predicate<HoldfastClient> isUp) {
    if (clients.isEmpty()) {
      return Double.NaN;
    }
    return clients.stream().allMatch(isUp) ? 1 : 0;
  }

  private interface Source {
    double now();
  }

  private interface Registration {
    void accept(Source source);
  }

  private Registration count(MeterRegistry registry, String name, String description, Tags tags) {
    return source ->
        FunctionCounter.builder(name, this, sums -> sums.whole(source)) // which is held weakly
            .description(description)
            .tags(tags)
            .register(registry);
  }

  private Registration gauge(MeterRegistry registry, String name, String description, Tags tags) {
    return source ->
        Gauge.builder(name, source, (ToDoubleFunction<Source>) Source::now)
            .description(description)
            .tags(tags)
            .strongReference(true)
            .register(registry);
  }

  private double sum(LockKind kind, ToLongFunction<LockStatistics.OfKind> number) {
    return total(client -> number.applyAsLong(client.statistics().of(kind)))
        + others.stream().mapToLong(each -> number.applyAsLong(each.get().of(kind))).sum();
  }

  private double total(ToLongFunction<HoldfastClient> number) {
    return clients.stream().mapToLong(number).sum();
  }

  /** While no client goes: it would be counted twice for a moment, or not at all. */
  private double whole(Source source) {
    leaving.lock();
    try {
      return source.now();
    } finally {
      leaving.unlock();
    }
  }

  private static <K, V> V of(Map<K, V> map, K key) {
    return Objects.requireNonNull(map.get(key), "each has one");
  }

  /** Once, however often it is called. */
  void add(HoldfastClient client) {
    leaving.lock();
    try {
      LockStatistics known = left.remove(client);
      if (known != null) { // it is asked again from now on
        count(known, -1);
      }
      clients.addIfAbsent(client);
    } finally {
      leaving.unlock();
    }
  }

  void add(Supplier<LockStatistics> statistics) {
    others.addIfAbsent(statistics);
  }

  /** A counter never falls: that would look like a restart. */
  void remove(HoldfastClient client) {
    leaving.lock();
    try {
      if (clients.remove(client)) {
        LockStatistics last = client.statistics();
        left.put(client, last);
        count(last, 1);
      }
    } finally {
      leaving.unlock();
    }
  }

  private void count(LockStatistics ofGone, int sign) {
    gone.forEach((kind, numbers) -> numbers.add(ofGone.of(kind), sign));
    droppedOfGone.addAndGet(sign * ofGone.droppedEvents());
  }

  void reopens(ConnectionEvent.Connection connection) {
    of(reopened, connection).incrementAndGet();
  }
}
