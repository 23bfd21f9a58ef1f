package io.holdfast.lock.core.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.PoolInspection;
import io.holdfast.lock.ReadWriteInspection;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.Change;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** A lock as the server sees it. */
record Overview(Gates gates, Administration administration, LockKeys keys) {

  /** How much longer than its wait a call may take, to say who holds the lock. */
  private static final Duration LONGEST_STORY = Duration.ofMillis(250);

  /** Those that several have at a time. */
  private static final Set<LockKind> SHARED = Set.of(LockKind.READ, LockKind.POOL);

  LockInspection inspect() {
    return inspection(ask(then -> administration.inspect(keys, then)));
  }

  /** Whether there was a hold. */
  boolean forceUnlock() {
    return ask(then -> administration.force(keys, then));
  }

  /** Of those who share it if several can, otherwise of the one holder. */
  Revocable.Standing standing() {
    Administration.State state = ask(then -> administration.inspect(keys, then));
    boolean isShared = SHARED.contains(gates.kind());
    List<Revocable.Held> holders =
        (isShared ? state.sharers().stream() : state.holder().stream()).map(this::held).toList();
    return new Revocable.Standing(holders, state.tickets(), (int) state.size());
  }

  private Revocable.Held held(Administration.Holder holder) {
    boolean hasToken = gates.kind() != LockKind.POOL;
    return new Revocable.Held(
        holder.id(),
        ClientId.labelOf(holder.id()),
        ClientId.permitsOf(holder.id()),
        Duration.ofMillis(Math.max(0, holder.millisLeft())),
        hasToken ? OptionalLong.of(holder.firstToken()) : OptionalLong.empty());
  }

  /** Whether it had anything. */
  boolean revoke(Revocable.Held shown) {
    return ask(then -> administration.forceOut(keys, shown.id(), then));
  }

  /** Of what nobody owns. */
  Administration.Deletion delete() {
    return ask(then -> administration.delete(keys, then));
  }

  /** Of the writing side: both sides. */
  ReadWriteInspection inspectPair() {
    Administration.State state = ask(then -> administration.inspect(keys, then));
    return new ReadWriteInspection(
        keys.name(),
        state.holder().map(this::holder),
        state.sharers().stream().map(this::holder).toList(),
        state.tickets());
  }

  /** Of permits. */
  PoolInspection inspectPool() {
    Administration.State state = ask(then -> administration.inspect(keys, then));
    return new PoolInspection(
        keys.name(),
        (int) state.size(),
        state.sharers().stream().map(this::poolHolder).toList(),
        state.tickets());
  }

  /** Tells what the server counts; empty if it does not answer. */
  void tellCount(Consumer<Optional<Administration.Count>> then) {
    administration.count(
        keys,
        outcome ->
            then.accept(
                outcome instanceof Outcome.Answered<Administration.Count> answer
                    ? Optional.of(answer.reply())
                    : Optional.empty()));
  }

  private PoolInspection.Holder poolHolder(Administration.Holder holder) {
    return new PoolInspection.Holder(
        ClientId.labelOf(holder.id()),
        ClientId.isOf(holder.id(), gates.engine().clientId()),
        ClientId.permitsOf(holder.id()),
        Duration.ofMillis(Math.max(0, holder.millisLeft())));
  }

  /** Numbers that nobody owns. */
  Administration.Count count() {
    return ask(then -> administration.count(keys, then));
  }

  /** Has there be so many permits. */
  void resize(int size) {
    Engine engine = gates.engine();
    String request = engine.clientId() + ':' + engine.numbers().incrementAndGet();
    Change change = new Change(request, "resize", size, size, "", OptionalLong.empty());
    Administration.Count unused = ask(then -> administration.change(keys, change, then));
  }

  private LockInspection inspection(Administration.State state) {
    return new LockInspection(keys.name(), state.holder().map(this::holder), state.tickets());
  }

  private LockInspection.Holder holder(Administration.Holder holder) {
    return new LockInspection.Holder(
        ClientId.labelOf(holder.id()),
        ClientId.isOf(holder.id(), gates.engine().clientId()),
        Duration.ofMillis(Math.max(0, holder.millisLeft())),
        holder.firstToken());
  }

  private <T> T ask(Consumer<Consumer<Outcome<T>>> question) {
    gates.requireOpen();
    Parking.beforeBlocking(keys);
    CompletableFuture<T> answer = new CompletableFuture<>();
    question.accept(
        outcome -> {
          if (outcome instanceof Outcome.Answered<T> answered) {
            answer.complete(answered.reply());
          } else {
            answer.completeExceptionally(((Outcome.Failed<T>) outcome).failure().toException(keys));
          }
        });
    return Parking.awaitAnswer(answer, gates.engine().times().commandTimeout(), keys::title);
  }

  /** A time-out with what the server says of the lock, if it says it soon. */
  LockTimeoutException timedOutNow(AcquireOptions options) {
    CompletableFuture<LockTimeoutException> story = timedOut(options);
    Parking.awaitUninterruptibly(story, LONGEST_STORY);
    return story.getNow(timedOut(options, "its holder is unknown"));
  }

  CompletableFuture<LockTimeoutException> timedOut(AcquireOptions options) {
    CompletableFuture<LockTimeoutException> story = new CompletableFuture<>();
    administration.inspectAll(
        keys,
        outcome -> {
          String state =
              outcome instanceof Outcome.Answered<Administration.State> answer
                  ? describe(answer.reply())
                  : "its holder is unknown";
          story.complete(timedOut(options, state));
        });
    return story;
  }

  /** Who is in the way: the one holder, or those who share it. */
  private String describe(Administration.State state) {
    if (state.holder().isPresent() || state.sharers().isEmpty()) {
      return Leases.describe(inspection(state));
    }
    Administration.Holder first = state.sharers().get(0);
    int out = state.sharers().stream().mapToInt(one -> ClientId.permitsOf(one.id())).sum();
    return "%s, that of %s with %s ms of its lease left, %s waiting at the server"
        .formatted(
            state.size() > 0
                ? "%s of %s permits are out".formatted(out, state.size())
                : "read under %s entries".formatted(out),
            ClientId.labelOf(first.id()),
            first.millisLeft(),
            state.tickets());
  }

  private LockTimeoutException timedOut(AcquireOptions options, String state) {
    long millis = options.maxWait().map(Leases::saturatedMillis).orElse(0L);
    return new LockTimeoutException(
        "%s: not acquired within %s ms (%s)".formatted(keys.title(), millis, state));
  }
}
