package io.holdfast.lock.core.gate;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.HeldLock;
import io.holdfast.lock.Lease;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.engine.LockVerbs;
import io.holdfast.lock.core.engine.Tally;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lease.Term;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The gates of one kind in one client: one for each name that is in use now. Any thread. */
public final class Gates {

  /** How the waiters of one client stand before the server. */
  public enum Admission {
    /** As one: a hold is passed on among them. */
    TOGETHER(LockKind.PLAIN),
    /** Each by itself, in the order of the server. */
    ONE_BY_ONE(LockKind.FAIR),
    /** As one, and many have the lock at a time: readers. */
    SHARING(LockKind.READ),
    /** Each by itself, in the order of the server, and several have a part of it at a time. */
    PERMITS(LockKind.POOL),
    /** As one, for permits that nobody owns; they are passed on among them. */
    SEMAPHORE(LockKind.SEMAPHORE),
    /** Each by itself, in the order of the server, for permits that nobody owns. */
    FAIR_SEMAPHORE(LockKind.SEMAPHORE),
    /** As one, and all go on together: a latch. */
    LATCH(LockKind.LATCH);

    private final LockKind usualKind;

    Admission(LockKind usualKind) {
      this.usualKind = usualKind;
    }
  }

  /** What gates are made from: the client, for those who may see its insides. */
  public interface Origin {}

  /** The gates for the two sides of read-write locks. */
  public record Pair(Gates writing, Gates reading) {}

  private final Engine engine;
  private final LockVerbs verbs;
  private final Admission admission;
  private final String clientDescription;
  private final Losses losses;
  private final Reporter reporter;
  private final Tally.Census census =
      new Tally.Census() {
        @Override
        public int held() {
          return byKey.values().stream().mapToInt(Gate::held).sum();
        }

        @Override
        public int waiting() {
          return Gates.this.waiting();
        }
      };
  private final Map<String, Gate> byKey = new ConcurrentHashMap<>();
  private final Term usualTerm;
  private final PassingOn passingOn;
  private final RecentReads recentReads = new RecentReads();
  private @Nullable Gates otherSide; // written before anybody else sees this
  private @Nullable Till till; // as well
  private @Nullable Origin origin; // as well
  private volatile boolean isClosed;

  /** None in use yet, of the kind that is usual for waiters who stand so. */
  public Gates(Engine engine, LockVerbs verbs, Admission admission, String clientDescription) {
    this(engine, verbs, admission, admission.usualKind, clientDescription);
  }

  /** None in use yet. */
  public Gates(
      Engine engine,
      LockVerbs verbs,
      Admission admission,
      LockKind kind,
      String clientDescription) {
    this.engine = engine;
    this.verbs = verbs;
    this.losses = new Losses(engine.clock(), engine.watchdog());
    this.reporter = Reporter.of(engine, kind);
    this.admission = admission;
    this.clientDescription = clientDescription;
    this.usualTerm = engine.times().term(Lease.renewed());
    this.passingOn = new PassingOn(engine.times().slice().toNanos());
    reporter.tally().add(census);
  }

  /** The same, of locks that tell what they are made from. */
  public static Gates from(
      Origin origin,
      Engine engine,
      LockVerbs verbs,
      Admission admission,
      String clientDescription) {
    Gates gates = new Gates(engine, verbs, admission, clientDescription);
    gates.origin = origin;
    return gates;
  }

  Optional<Origin> origin() {
    return Optional.ofNullable(origin);
  }

  /** Both sides of the read-write locks of one kind in one client; none in use yet. */
  public static Pair pair(
      Engine engine, LockVerbs writing, LockVerbs reading, String clientDescription) {
    Pair pair =
        new Pair(
            new Gates(engine, writing, Admission.TOGETHER, LockKind.WRITE, clientDescription),
            new Gates(engine, reading, Admission.SHARING, clientDescription));
    pair.writing().otherSide = pair.reading();
    pair.reading().otherSide = pair.writing();
    return pair;
  }

  /** Those of what nobody owns; none in use yet. */
  public static Gates withTill(
      Engine engine, LockVerbs verbs, Admission admission, String clientDescription, Till till) {
    Gates gates = new Gates(engine, verbs, admission, clientDescription);
    gates.till = till;
    return gates;
  }

  Engine engine() {
    return engine;
  }

  Losses losses() {
    return losses;
  }

  Reporter reporter() {
    return reporter;
  }

  /** The gate of this name if it is in use. */
  @Nullable Gate find(LockKeys keys) {
    return byKey.get(keys.lockKey());
  }

  PassingOn passingOn() {
    return passingOn;
  }

  /** The lease that is meant where none is named. */
  Term usualTerm() {
    return usualTerm;
  }

  /**
   * The term of a lease.
   *
   * @throws IllegalArgumentException if the lease is too long
   */
  Term term(Lease lease) {
    return lease.equals(Lease.renewed()) ? usualTerm : engine.times().term(lease);
  }

  /** Whether one can wait for a signal. */
  boolean hasConditions() {
    return verbs.hasConditions();
  }

  /** Whether replicas can be asked for what is held. */
  boolean canConfirm() {
    return verbs.canConfirm();
  }

  // ---- the two sides of a read-write lock

  /** Whether many have the lock at a time. */
  boolean isSharing() {
    return admission == Admission.SHARING;
  }

  /** The hold that the thread has of the other side; null if none, or if there is no other side. */
  @Nullable OwnedHold holdOfOtherSide(LockKeys keys, @Nullable Thread thread) {
    Gate other = gateOfOtherSide(keys);
    OwnedHold hold = other == null || thread == null ? null : other.holdOf(thread);
    return hold != null && hold.isValid() ? hold : null;
  }

  /** Whether a thread of this client reads beside the writer of this name. */
  boolean isReadUnderWriter(LockKeys keys) {
    return gateOfOtherSide(keys) instanceof ReadGate reading && reading.isReadUnderWriter();
  }

  private @Nullable Gate gateOfOtherSide(LockKeys keys) {
    return otherSide == null ? null : otherSide.find(keys);
  }

  // ---- entering

  /** Has the waiter enter the gate of that name. */
  Gate enter(LockKeys keys, Waiter waiter) {
    Gate other = gateOfOtherSide(keys);
    if (other != null) {
      loseIfOver(other, waiter.wish.owner());
    }
    if (other instanceof ReadGate reading) {
      reading.yieldToWriter();
    }
    while (true) {
      requireOpen();
      Gate gate = find(keys); // first, as it is there when there is much to do
      if (gate == null) {
        Gate fresh = newGate(keys);
        Gate present = byKey.putIfAbsent(keys.lockKey(), fresh);
        gate = present == null ? fresh : present;
      }
      if (isClosed) {
        gate.close(this::closed); // it may have come after the others were closed
      }
      if (gate.enter(waiter)) {
        return gate;
      }
      Thread.onSpinWait(); // it is just being removed
    }
  }

  /** Or a thread would wait behind a hold of its own that it does not have any more. */
  private static void loseIfOver(Gate other, @Nullable Thread thread) {
    OwnedHold hold = thread == null ? null : other.holdOf(thread);
    if (hold != null && !hold.isValid()) {
      hold.holds().expire(hold);
    }
  }

  private Gate newGate(LockKeys keys) {
    return switch (admission) {
      case TOGETHER -> new SharedGate(this, engine, verbs, keys);
      case ONE_BY_ONE -> new OrderedGate(this, engine, verbs, keys);
      case SHARING -> new ReadGate(this, engine, verbs, keys, recentReads);
      case PERMITS -> new PoolGate(this, engine, verbs, keys);
      case SEMAPHORE -> new SemaphoreGate(this, engine, verbs, keys, till());
      case FAIR_SEMAPHORE -> new FairSemaphoreGate(this, engine, verbs, keys, till());
      case LATCH -> new LatchGate(this, engine, verbs, keys, till());
    };
  }

  private Till till() {
    return Objects.requireNonNull(till, "what is not counted has no till");
  }

  void remove(Gate gate) {
    byKey.remove(gate.keys().lockKey(), gate);
  }

  /** Throws if the client is closed. */
  void requireOpen() {
    if (isClosed) {
      throw closed();
    }
  }

  private ClientClosedException closed() {
    return new ClientClosedException(clientDescription + " is closed");
  }

  /** How many names are in use. */
  public int size() {
    return byKey.size();
  }

  /** The holds that are owned and valid now. */
  public List<HeldLock> holds(LockKind kind) {
    return byKey.values().stream().flatMap(gate -> gate.look(kind).stream()).toList();
  }

  /** How many wait now. */
  public int waiting() {
    return byKey.values().stream().mapToInt(Gate::waiting).sum();
  }

  /** Declares every hold lost, releases it, and fails all who wait. */
  public void close() {
    isClosed = true;
    byKey.values().forEach(gate -> gate.close(this::closed));
    reporter.tally().remove(census);
  }
}
