package io.holdfast.lock.torture.workload;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.Lease;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.history.Facts;
import io.holdfast.lock.torture.history.HistoryWriter;
import io.holdfast.lock.torture.history.OperationKind;
import io.holdfast.lock.torture.history.Recording;
import io.holdfast.lock.torture.nemesis.Battlefield;
import io.holdfast.lock.torture.nemesis.Battlefield.Node;
import io.holdfast.lock.torture.nemesis.Fault;
import io.holdfast.lock.torture.nemesis.Healing;
import io.holdfast.lock.torture.nemesis.Need;
import io.holdfast.lock.torture.nemesis.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One of the nodes of a quorum forgets its vote, beneath a hold that rests on a bare majority,
 * while another client asks for the lock again and again.
 *
 * <p>Workers seldom have such a hold when a node forgets. So this fault has two clients and a lock
 * of its own: a minority refuses writes until the first client holds; then a node that voted loses
 * its data, by {@code FLUSHALL} or by a restart; the second client tries until a quarter of the
 * lease is over. If it gets the lock, two have it. What both did stands in a history of its own,
 * for the judge.
 */
public final class ForgetBeneathAHold implements Fault, AutoCloseable {

  /** Its name, in journals and histories. */
  public static final String NAME = "forget-beneath-a-hold";

  private static final String LOCK = "torture-beneath";
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(3);

  /** Seldom: until clients are connected again, the holder may have been told of its loss. */
  private static final int FLUSHES_FOR_A_RESTART = 2;

  private final LockClient holder;
  private final LockClient rival;
  private final HistoryWriter history;
  private final AcquireOptions forALease;
  private final Duration lease;
  private int injections; // of the nemesis's thread

  /**
   * A hold, and the id under which it stands in the history.
   *
   * @param untilNanos until when it counts there: the client asks the nodes when a third of the
   *     lease is over, and may hear then that it has lost the lock
   */
  private record Had(long id, Hold hold, long untilNanos) {}

  private ForgetBeneathAHold(
      LockClient holder, LockClient rival, HistoryWriter history, Duration lease) {
    this.holder = holder;
    this.rival = rival;
    this.history = history;
    this.lease = lease;
    this.forALease = AcquireOptions.defaults().lease(Lease.fixed(lease));
  }

  /**
   * Opens both clients.
   *
   * @param directory where the history is written
   * @param lease the longest of the quorum: nodes are in quarantine for as long
   */
  public static ForgetBeneathAHold open(
      WorkloadFixture fixture, List<String> servers, Path directory, Duration lease) {
    ClientSpec spec = ClientSpec.defaults().lease(lease);
    LockClient holder = fixture.open(servers, spec.label("holder"));
    try {
      LockClient rival = fixture.open(servers, spec.label("rival"));
      return new ForgetBeneathAHold(holder, rival, HistoryWriter.open(directory), lease);
    } catch (RuntimeException e) {
      holder.close();
      throw e;
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int weight() {
    return 1;
  }

  @Override
  public Target target() {
    return Target.NODES;
  }

  @Override
  public Set<Need> needs() {
    return Set.of(Need.SERVER);
  }

  @Override
  public Healing inject(Battlefield field, Random random, Duration length)
      throws InterruptedException {
    List<Node> nodes = new ArrayList<>(field.nodes());
    Collections.shuffle(nodes, random);
    List<Node> away = nodes.subList(0, (nodes.size() - 1) / 2);
    Node forgetful = nodes.get(away.size());
    boolean restarts = injections++ % (FLUSHES_FOR_A_RESTART + 1) == FLUSHES_FOR_A_RESTART;
    Had held = holdWithout(away);
    String seen;
    try {
      forget(forgetful.server(), restarts);
      seen = haveItTried(held);
    } finally {
      end(held);
    }
    return Healing.none(
            "%s refused writes until a hold had the others, then %s %s; %s"
                .formatted(away, forgetful, restarts ? "restarted empty" : "was flushed", seen))
        .convalescing(field.convalescence());
  }

  private static void forget(RedisServer server, boolean restarts) {
    if (restarts) {
      server.restartEmpty();
    } else {
      server.wipe();
    }
  }

  /** Without a broken connection: the rival is to ask these nodes at once when they are back. */
  private Had holdWithout(List<Node> away) throws InterruptedException {
    List<RedisServer> servers = away.stream().map(Node::server).toList();
    try {
      servers.forEach(server -> server.maxMemory(1));
      return acquire(holder, lease)
          .orElseThrow(() -> new IllegalStateException("nobody got " + LOCK + " of a majority"));
    } finally {
      servers.forEach(server -> server.maxMemory(0));
    }
  }

  /** The rival may get it as soon as the holder hears of its loss, which is later. */
  private String haveItTried(Had held) throws InterruptedException {
    int tries = 0;
    while (System.nanoTime() - held.untilNanos() < 0) {
      Optional<Had> had = acquire(rival, Duration.ZERO);
      tries++;
      if (had.isPresent()) {
        boolean isHeldStill = System.nanoTime() - held.untilNanos() < 0;
        TimeUnit.NANOSECONDS.sleep(BETWEEN_TRIES.toNanos()); // both believe to have it
        end(had.get());
        return isHeldStill ? "TWO HAD THE LOCK" : "the next had the lock too late to tell";
      }
      TimeUnit.NANOSECONDS.sleep(BETWEEN_TRIES.toNanos());
    }
    return tries == 0 ? "nobody else asked in time" : "one had the lock, of " + tries + " tries";
  }

  // --- with records

  private Optional<Had> acquire(LockClient client, Duration wait) throws InterruptedException {
    long id = history.newHold();
    Recording call =
        history.invoke(
            LOCK, OperationKind.ACQUIRE_HANDLE, Facts.ofHold(id).waitNanos(wait.toNanos()));
    Optional<Hold> hold;
    try {
      hold = client.lock(LOCK).tryAcquire(forALease.waitAtMost(wait));
    } catch (InterruptedException e) {
      Outcomes.end(call, id, e);
      throw e;
    } catch (RuntimeException | Error e) { // too few nodes answer
      Outcomes.end(call, id, e);
      return Optional.empty();
    }
    if (hold.isEmpty()) {
      call.fail(Facts.ofHold(id).error("false"));
      return Optional.empty();
    }
    Had had = new Had(id, hold.get(), untilNanos(hold.get()));
    call.ok(Facts.ofHold(id).deadlineNanos(had.untilNanos()).token(had.hold().token()));
    had.hold().onLost(cause -> history.lossTold(LOCK, id, cause.name()));
    return Optional.of(had);
  }

  /** When a quarter of the lease is over, which counts from the question. */
  private long untilNanos(Hold hold) {
    long now = System.nanoTime(); // before the question: rather too early than too late
    return now + hold.remaining().minus(lease.multipliedBy(3).dividedBy(4)).toNanos();
  }

  private void end(Had had) {
    Facts facts = Facts.ofHold(had.id()).holdCount(0);
    Recording call = history.invoke(LOCK, OperationKind.CLOSE_HANDLE, facts);
    try {
      had.hold().close();
      call.ok(facts);
    } catch (RuntimeException | Error e) { // it was lost
      Outcomes.end(call, had.id(), e);
    }
  }

  @Override
  public String toString() {
    return NAME;
  }

  @Override
  public void close() {
    rival.close();
    holder.close();
  }
}
