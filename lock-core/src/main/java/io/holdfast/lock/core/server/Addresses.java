package io.holdfast.lock.core.server;

import io.lettuce.core.RedisCommandExecutionException;
import io.netty.resolver.AbstractAddressResolver;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The addresses of host names, for one Lettuce client, which by itself tries the first one only: of
 * several those come first over which no attempt has failed, and then the one that failed longest
 * ago. Any thread.
 */
final class Addresses extends AddressResolverGroup<InetSocketAddress> {

  /** A name that has more is a list of many servers, of which some will answer. */
  private static final int MOST = 8;

  private static final int MOST_REMEMBERED = 100;

  /** A server of names that does not answer is to delay no failure for long. */
  private static final int LONGEST_COUNT_MILLIS = 2000;

  /**
   * Where the last attempt to connect to a name went.
   *
   * @param chosen one of its addresses
   * @param count finds out how many it has; asked only after a failure
   */
  private record Choice(InetSocketAddress chosen, Supplier<CompletionStage<Integer>> count) {

    CompletableFuture<Integer> size() {
      return count.get().toCompletableFuture();
    }
  }

  private final AddressResolverGroup<?> shared;
  private final Map<InetSocketAddress, Choice> choices = new ConcurrentHashMap<>(); // by name
  private final Map<InetSocketAddress, Long> failed = new ConcurrentHashMap<>(); // when
  private final AtomicLong failures = new AtomicLong();

  /** Names are looked up by that one, which stays open. */
  Addresses(AddressResolverGroup<?> shared) {
    this.shared = shared;
  }

  /**
   * Makes attempts until one succeeds, a server answers and refuses, or all addresses were tried.
   *
   * @param attempt begins one
   */
  <T> CompletionStage<T> inTurn(Supplier<CompletionStage<T>> attempt) {
    return inTurn(attempt, 1);
  }

  private <T> CompletionStage<T> inTurn(Supplier<CompletionStage<T>> attempt, int number) {
    return attempt
        .get()
        .toCompletableFuture() // the stages of Lettuce have not all methods
        .exceptionallyCompose(
            thrown -> {
              if (isRefusal(thrown)) {
                return CompletableFuture.failedFuture(thrown);
              }
              choices.keySet().forEach(this::failed);
              return most()
                  .thenCompose(
                      most ->
                          number < most
                              ? inTurn(attempt, number + 1)
                              : CompletableFuture.failedFuture(thrown));
            });
  }

  private static boolean isRefusal(Throwable thrown) {
    return FailureReason.innermost(thrown) instanceof RedisCommandExecutionException;
  }

  /** How many attempts there are to make: as many as the name with the most addresses has. */
  private CompletionStage<Integer> most() {
    List<CompletableFuture<Integer>> counts = choices.values().stream().map(Choice::size).toList();
    return CompletableFuture.allOf(counts.toArray(CompletableFuture[]::new))
        .thenApply(all -> counts.stream().mapToInt(CompletableFuture::join).max().orElse(1))
        .thenApply(most -> Math.min(most, MOST));
  }

  /** The last attempt to connect to this name has failed. */
  void failed(InetSocketAddress name) {
    Choice choice = choices.get(name);
    if (choice != null) {
      if (failed.size() >= MOST_REMEMBERED) { // a name may get ever new addresses
        failed.clear();
      }
      failed.put(choice.chosen(), failures.incrementAndGet());
    }
  }

  /** How many names and addresses are in memory. */
  int remembered() {
    return choices.size() + failed.size();
  }

  private InetSocketAddress choose(InetSocketAddress name, List<InetSocketAddress> all) {
    InetSocketAddress chosen =
        all.stream()
            .min(Comparator.comparingLong(one -> failed.getOrDefault(one, 0L)))
            .orElseThrow();
    note(name, new Choice(chosen, () -> CompletableFuture.completedFuture(all.size())));
    return chosen;
  }

  private void note(InetSocketAddress name, Choice choice) {
    if (choices.size() >= MOST_REMEMBERED
        && !choices.containsKey(name)) { // the nodes of a cluster may get ever new names
      choices.clear();
    }
    choices.put(name, choice);
  }

  /** Kept by the shared one only: on its resources other clients come and go. */
  @Override
  @SuppressWarnings("unchecked") // whatever else it can look up is not asked for
  public AddressResolver<InetSocketAddress> getResolver(EventExecutor executor) {
    return new Chooser(executor, (AddressResolver<InetSocketAddress>) shared.getResolver(executor));
  }

  @Override
  protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
    return getResolver(executor);
  }

  private final class Chooser extends AbstractAddressResolver<InetSocketAddress> {

    private final AddressResolver<InetSocketAddress> resolver;

    Chooser(EventExecutor executor, AddressResolver<InetSocketAddress> resolver) {
      super(executor, InetSocketAddress.class);
      this.resolver = resolver;
    }

    @Override
    protected boolean doIsResolved(InetSocketAddress address) {
      return resolver.isResolved(address);
    }

    /** The first one that is found, as Lettuce does it; all are asked for when that has failed. */
    @Override
    protected void doResolve(InetSocketAddress name, Promise<InetSocketAddress> promise) {
      resolver
          .resolve(name)
          .addListener(
              (Future<InetSocketAddress> found) -> {
                if (!found.isSuccess()) {
                  promise.tryFailure(found.cause());
                } else if (isAddress(name)) {
                  promise.trySuccess(found.getNow());
                } else if (failed.isEmpty()) {
                  note(name, new Choice(found.getNow(), () -> count(name)));
                  promise.trySuccess(found.getNow());
                } else {
                  chooseOfAll(name, found.getNow(), promise);
                }
              });
    }

    private static boolean isAddress(InetSocketAddress name) {
      String host = name.getHostString();
      return NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
    }

    private CompletionStage<Integer> count(InetSocketAddress name) {
      CompletableFuture<Integer> count = new CompletableFuture<>();
      try {
        resolver
            .resolveAll(name)
            .addListener(
                (Future<List<InetSocketAddress>> all) ->
                    count.complete(all.isSuccess() ? all.getNow().size() : 1));
      } catch (RuntimeException e) { // such as of an executor that has ended
        count.complete(1);
      }
      return count.completeOnTimeout(1, LONGEST_COUNT_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void chooseOfAll(
        InetSocketAddress name, InetSocketAddress first, Promise<InetSocketAddress> promise) {
      resolver
          .resolveAll(name)
          .addListener(
              (Future<List<InetSocketAddress>> found) -> {
                if (found.isSuccess()) {
                  promise.trySuccess(choose(name, found.getNow()));
                } else {
                  note(name, new Choice(first, () -> count(name)));
                  promise.trySuccess(first);
                }
              });
    }

    @Override
    protected void doResolveAll(InetSocketAddress name, Promise<List<InetSocketAddress>> promise) {
      resolver.resolveAll(name, promise);
    }
  }
}
