package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespSubscriber;
import io.holdfast.lock.testkit.server.ScriptRun.Case;
import io.holdfast.lock.testkit.server.ScriptRun.Done;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Compares what two scripts do in thousands of cases. Many cases travel together, since a round
 * trip costs more than a script. Each case begins with keys of its own, so none depends on another.
 *
 * <pre>{@code
 * try (ScriptComparison comparison = ScriptComparison.of(run, inbox, "inbox:me")) {
 *   for (List<String> before : all) {
 *     comparison.add(
 *         new Case(fast, before, arguments),
 *         new Case(whole, before, arguments),
 *         (one, other) -> assertThat(one).as("after %s", before).isEqualTo(other));
 *   }
 * }
 * }</pre>
 *
 * <p>The last cases are run as it is closed. Not thread-safe.
 */
public final class ScriptComparison implements AutoCloseable {

  private static final int TOGETHER = 50;

  private record Pair(Case one, Case other, BiConsumer<Done, Done> check) {}

  /** Runs cases, in their order. */
  private interface Runner {
    List<Done> run(List<Case> cases) throws InterruptedException;
  }

  private final Runner runner;
  private final List<Pair> pairs = new ArrayList<>();

  private ScriptComparison(Runner runner) {
    this.runner = runner;
  }

  /** Of scripts that tell nobody anything. */
  public static ScriptComparison of(ScriptRun run) {
    return new ScriptComparison(
        cases -> run.all(cases).stream().map(result -> new Done(result, List.of())).toList());
  }

  /** Of scripts that may send messages to channels of this subscriber; this is one of them. */
  public static ScriptComparison of(ScriptRun run, RespSubscriber subscriber, String channel) {
    return new ScriptComparison(cases -> run.all(cases, subscriber, channel));
  }

  /** Runs both, now or a little later, and has what they did checked. */
  public void add(Case one, Case other, BiConsumer<Done, Done> check) throws InterruptedException {
    pairs.add(new Pair(one, other, check));
    if (pairs.size() == TOGETHER) {
      run();
    }
  }

  private void run() throws InterruptedException {
    List<Case> cases = new ArrayList<>();
    for (Pair pair : pairs) {
      cases.add(pair.one());
      cases.add(pair.other());
    }
    List<Done> done = cases.isEmpty() ? List.of() : runner.run(cases);
    List<Pair> compared = List.copyOf(pairs);
    pairs.clear();
    for (int i = 0; i < compared.size(); i++) {
      compared.get(i).check().accept(done.get(2 * i), done.get(2 * i + 1));
    }
  }

  @Override
  public void close() throws InterruptedException {
    run();
  }
}
