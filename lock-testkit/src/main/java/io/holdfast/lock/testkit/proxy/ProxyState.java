package io.holdfast.lock.testkit.proxy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What a proxy is doing at the moment. Of the proxy's thread, where not said otherwise. */
final class ProxyState {

  private final ProxyLoop loop;
  private final Tally tally = new Tally();
  private final List<Link> links = new ArrayList<>();
  private final List<Armed> rules = new ArrayList<>();
  private final List<Disturbance> disturbances = new ArrayList<>();
  private Random random = new Random(0);
  private boolean isClosed;

  ProxyState(ProxyLoop loop) {
    this.loop = loop;
  }

  /** From any thread: does it on the proxy's, or nothing if the proxy is closed. */
  void runIfOpen(Runnable task) {
    if (!loop.isClosed()) {
      loop.run(task);
    }
  }

  void after(long nanos, Runnable task) {
    loop.after(nanos, task);
  }

  Tally tally() {
    return tally;
  }

  ProxyCounters counters() {
    return tally.read(links.stream().filter(Link::isOfClient).count());
  }

  void seed(long seed) {
    random = new Random(seed);
  }

  // Connections

  int accept() {
    tally.connections++;
    return tally.connections;
  }

  void opened(Link link) {
    if (isClosed) {
      link.discard();
    } else {
      links.add(link);
      link.open();
    }
  }

  void forgetIfGone(Link link) {
    if (link.isGone()) {
      links.remove(link);
    }
  }

  /** Looks anew whether something may pass: a fault has begun or ended. */
  void refresh() {
    List.copyOf(links).forEach(Link::pump);
  }

  int cut(Connections which, Cut how, Side side) {
    Connections meant = which.asOf(tally.connections);
    return cut(
        link -> link.isOfClient() && meant.include(link.number(), link.hasSubscribed()), how, side);
  }

  void resetMutedBy(Object fault) {
    cut(link -> link.isMutedBy(fault), Cut.RST, Side.BOTH);
  }

  private int cut(Predicate<Link> which, Cut how, Side side) {
    List<Link> those = links.stream().filter(which).toList();
    those.forEach(link -> link.cut(how, side));
    return those.size();
  }

  void close() {
    isClosed = true;
    List.copyOf(links).forEach(Link::discard);
    links.clear();
  }

  // Rules

  void arm(Command command, Reaction reaction, Rule rule) {
    rules.add(new Armed(command, command.connections().asOf(tally.connections), reaction, rule));
  }

  void forget(Rule rule) {
    rules.removeIf(armed -> armed.rule() == rule);
    disturbances.removeIf(d -> d instanceof Disturbance.ByteLimit limit && limit.rule() == rule);
  }

  /** The rules that wait for this command; each counts it. */
  List<Armed> armedFor(Link link, List<String> words) {
    return List.copyOf(rules).stream()
        .filter(armed -> armed.connections().include(link.number(), link.hasSubscribed()))
        .filter(armed -> armed.command().fits(words))
        .filter(armed -> armed.rule().counts(armed.command().occurrence(), random))
        .toList();
  }

  List<Rule> rules() {
    return Stream.concat(
            rules.stream().map(Armed::rule),
            of(Disturbance.ByteLimit.class).map(Disturbance.ByteLimit::rule))
        .toList();
  }

  // Faults that last

  Connections asOfNow(Connections which) {
    return which.asOf(tally.connections);
  }

  void begin(Disturbance disturbance) {
    disturbances.add(disturbance);
    refresh();
  }

  void end(Disturbance disturbance) {
    disturbances.removeIf(d -> d == disturbance);
    resetMutedBy(disturbance);
    refresh();
  }

  void endAll() {
    List.copyOf(disturbances).forEach(this::end);
  }

  boolean isRefusing() {
    return of(Disturbance.Refusal.class).findAny().isPresent();
  }

  private <T extends Disturbance> Stream<T> of(Class<T> type) {
    return disturbances.stream().filter(type::isInstance).map(type::cast);
  }

  private <T extends Disturbance> Stream<T> of(Class<T> type, Link link) {
    return of(type).filter(disturbance -> disturbance.concerns(link));
  }

  long delayNanos(Link link, Direction direction) {
    return of(Disturbance.Delay.class, link)
        .filter(delay -> delay.direction() == direction)
        .mapToLong(this::drawNanos)
        .sum();
  }

  private long drawNanos(Disturbance.Delay delay) {
    return delay.least().toNanos() + (long) (random.nextDouble() * delay.jitter().toNanos());
  }

  /** {@code Long.MAX_VALUE} if nothing throttles. */
  long bytesPerSecond(Link link, Direction direction) {
    return of(Disturbance.Throttle.class, link)
        .filter(throttle -> throttle.direction() == direction)
        .mapToLong(Disturbance.Throttle::bytesPerSecond)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  boolean isBlackhole(Link link, Direction direction) {
    return of(Disturbance.Blackhole.class, link)
        .anyMatch(blackhole -> blackhole.directions().contains(direction));
  }

  Optional<Disturbance.LostReplies> lostReplies(Link link) {
    return of(Disturbance.LostReplies.class, link).findFirst();
  }

  boolean losesMessages(Link link) {
    return of(Disturbance.LostMessages.class, link).findAny().isPresent();
  }

  List<Disturbance.ByteLimit> byteLimits(Link link, Direction direction) {
    return of(Disturbance.ByteLimit.class, link)
        .filter(limit -> limit.direction() == direction)
        .toList();
  }
}
