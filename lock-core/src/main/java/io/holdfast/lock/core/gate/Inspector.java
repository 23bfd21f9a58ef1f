package io.holdfast.lock.core.gate;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LockTimeoutException;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** A lock as the server sees it. */
record Inspector(Gates gates, Administration administration, LockKeys keys) {

  /** How much longer than its wait a call may take, to say who holds the lock. */
  private static final Duration LONGEST_STORY = Duration.ofMillis(250);

  LockInspection inspect() {
    return inspection(state());
  }

  /** What the server says of it now. */
  Administration.State state() {
    return ask(then -> administration.inspect(keys, then));
  }

  /** Whether there was a hold. */
  boolean forceUnlock() {
    return ask(then -> administration.force(keys, then));
  }

  /** Of the sharers if several can hold it, otherwise of the one holder. */
  Revocable.Standing standing() {
    Administration.State state = state();
    List<Administration.Holder> holders =
        gates.companion().isShared() ? state.sharers() : state.holder().stream().toList();
    return new Revocable.Standing(
        holders.stream().map(Revocable.Held::ofLock).toList(), state.tickets(), 0);
  }

  /** Whether it had anything. */
  boolean revoke(Revocable.Held shown) {
    return ask(then -> administration.forceOut(keys, shown.id(), then));
  }

  private LockInspection inspection(Administration.State state) {
    return new LockInspection(keys.name(), state.holder().map(this::holder), state.tickets());
  }

  /** What people are told of it. */
  LockInspection.Holder holder(Administration.Holder holder) {
    return new LockInspection.Holder(
        ClientId.labelOf(holder.id()),
        ClientId.isOf(holder.id(), gates.engine().clientId()),
        Duration.ofMillis(Math.max(0, holder.millisLeft())),
        holder.firstToken());
  }

  /** Has the current thread wait for the answer, up to one command time-out. */
  <T> T ask(Consumer<Consumer<Outcome<T>>> question) {
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
    return story.getNow(timedOut(options, "holder unknown"));
  }

  CompletableFuture<LockTimeoutException> timedOut(AcquireOptions options) {
    CompletableFuture<LockTimeoutException> thrown = new CompletableFuture<>();
    askForStory(story -> thrown.complete(timedOut(options, story.text())));
    return thrown;
  }

  /**
   * What the server says of it, for people.
   *
   * @param waiting how many wait there; 0 if that is not known
   */
  record Story(String text, int waiting) {}

  /** What is in the way of waiters; soon, in any thread. */
  void askForStory(Consumer<Story> then) {
    administration.inspectAll(
        keys,
        outcome ->
            then.accept(story(outcome, state -> new Story(describe(state), state.tickets()))));
  }

  /** The same of permits that have no owners. */
  void askForCount(Consumer<Story> then) {
    administration.count(
        keys,
        outcome ->
            then.accept(
                story(
                    outcome,
                    count ->
                        new Story(
                            "%s of %s permits left, %s waiting at the server"
                                .formatted(count.left(), count.size(), count.tickets()),
                            count.tickets()))));
  }

  private static <T> Story story(Outcome<T> outcome, Function<T, Story> told) {
    return outcome instanceof Outcome.Answered<T> answer
        ? told.apply(answer.reply())
        : new Story("holder unknown", 0);
  }

  /** What is in the way: the one holder, or its sharers. */
  private String describe(Administration.State state) {
    if (state.holder().isPresent() || state.sharers().isEmpty()) {
      return TimeArguments.describe(inspection(state));
    }
    Administration.Holder first = state.sharers().get(0);
    int out = state.sharers().stream().mapToInt(one -> ClientId.permitsOf(one.id())).sum();
    return "%s, one of them held by %s, lease left %s ms, %s waiting at the server"
        .formatted(
            state.size() > 0
                ? "%s of %s permits are out".formatted(out, state.size())
                : "%s read entries".formatted(out),
            ClientId.labelOf(first.id()),
            first.millisLeft(),
            state.tickets());
  }

  private LockTimeoutException timedOut(AcquireOptions options, String state) {
    long millis = options.maxWait().map(TimeArguments::saturatedMillis).orElse(0L);
    return new LockTimeoutException(
        "%s: not acquired within %s ms (%s)".formatted(keys.title(), millis, state));
  }
}
