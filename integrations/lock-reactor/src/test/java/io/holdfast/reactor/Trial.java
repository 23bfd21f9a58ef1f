package io.holdfast.reactor;

import io.holdfast.lock.Hold;
import io.holdfast.lock.LossCause;
import io.holdfast.lock.testkit.local.LocalLocks;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/**
 * A lock whose steps a test makes one by one: it grants when the test says so, what follows runs in
 * the test's thread by {@link #goOn}, and a release is acknowledged at once or when the test says
 * so. The hold is one of {@link LocalLocks}.
 */
final class Trial implements AutoCloseable {

  static final String NAME = "order:42";

  /** For operators of tests. */
  final VirtualTimeScheduler clock = VirtualTimeScheduler.create();

  final Steps steps = new Steps(clock);
  final LocalLocks locks = LocalLocks.create();

  /** Of the last request; cancelled, if it was withdrawn. */
  CompletableFuture<Hold> request = new CompletableFuture<>();

  int requests;

  /** Whether requests are granted at once. */
  boolean isGranting;

  /** Whether a hold is lost before anybody can work under it. */
  boolean isLost;

  /** Completes releases; null for "at once". */
  @Nullable CompletableFuture<Void> acknowledgement;

  /** Thrown by the next release, and then no more. */
  @Nullable Error releaseError;

  /** Those that were made. */
  final List<Hold> releases = new ArrayList<>();

  private final List<Consumer<LossCause>> onLost = new ArrayList<>();

  final Publishers<Hold> publishers =
      new Publishers<>(
          new Source<>("Lock '%s'".formatted(NAME), Optional.of(locks.get(NAME)), this::ask),
          () -> steps);

  private CompletableFuture<Hold> ask() {
    requests++;
    request = new CompletableFuture<>();
    if (isGranting) {
      request.complete(hold());
    }
    return request;
  }

  <T> Mono<T> using(Function<Hold, Mono<T>> work) {
    return publishers.using(work);
  }

  <T> Flux<T> usingMany(Function<Hold, Publisher<T>> work) {
    return publishers.usingMany(work);
  }

  /** The same with requests of the test's own. */
  Publishers<Hold> publishers(Supplier<CompletableFuture<Hold>> requests) {
    return new Publishers<>(new Source<>("late", Optional.empty(), requests), () -> steps);
  }

  /** A grant that is on its way already cannot be called off. */
  static CompletableFuture<Hold> unstoppable() {
    return new CompletableFuture<>() {
      @Override
      public boolean cancel(boolean mayInterrupt) {
        return false;
      }
    };
  }

  /** A hold of the lock, which nobody else has. */
  Hold hold() {
    return seen(locks.get(NAME).tryAcquire().orElseThrow());
  }

  private Hold seen(Hold hold) {
    return (Hold)
        Proxy.newProxyInstance(
            Trial.class.getClassLoader(),
            new Class<?>[] {Hold.class},
            (proxy, method, args) -> {
              if (method.getName().equals("onLost")) { // the test tells it
                @SuppressWarnings("unchecked")
                Consumer<LossCause> callback = (Consumer<LossCause>) args[0];
                onLost.add(callback);
                if (isLost) {
                  lose();
                }
                return null;
              }
              if (method.getName().equals("releaseAsync")) {
                return release(hold);
              }
              try {
                return method.invoke(hold, args);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private CompletableFuture<Void> release(Hold hold) {
    Error error = releaseError;
    releaseError = null;
    if (error != null) {
      throw error;
    }
    releases.add(hold);
    CompletableFuture<Void> released = hold.releaseAsync();
    return acknowledgement == null ? released : acknowledgement;
  }

  /** Grants, and does not yet go on. */
  void grant() {
    request.complete(hold());
  }

  /** Grants, and does all that follows. */
  void grantAndGoOn() {
    grant();
    goOn();
  }

  /** Does what is due on the scheduler. */
  void goOn() {
    steps.run();
  }

  /** Does what is due after a time. */
  void goOnAfter(Duration time) {
    steps.run();
    clock.advanceTimeBy(time);
    steps.run();
  }

  /** The hold is lost, and its owner is told. */
  void lose() {
    loseSilently();
    onLost.forEach(callback -> callback.accept(LossCause.FORCED));
  }

  /** The hold is lost; its owner hears of it by the release. */
  void loseSilently() {
    boolean unused = locks.get(NAME).forceUnlock();
  }

  boolean isHeld() {
    return locks.get(NAME).isLocked();
  }

  @Override
  public void close() {
    locks.close();
    clock.dispose();
  }
}
