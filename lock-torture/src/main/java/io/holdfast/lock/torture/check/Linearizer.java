package io.holdfast.lock.torture.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/*
 * Wing and Gong's search with Lowe's improvements: a doubly linked list of invocations and returns
 * in the order of time. From its head on, every invocation before the first return may come next in
 * the order we look for. If the model allows it, it is taken out of the list together with its
 * return, and the search begins again at the head; at a return whose invocation has not been taken
 * out, the last step is undone and the next candidate tried. What was reached once (the set of
 * calls taken, and the model's state) is not searched again.
 *
 * Where the model says that a step is certain, undoing it means undoing the step before as well: no
 * other candidate can do better. Without that, as many readers as may come in any order make as many
 * sets as they have subsets.
 *
 * The set is kept as "all of the first b, and these beyond": calls are numbered by invocation, and
 * only those that overlap are out of order. Optional calls, which have no return, are numbered by
 * themselves.
 *
 *   J. Wing, C. Gong: Testing and verifying concurrent objects (1993)
 *   G. Lowe: Testing for linearizability (2017)
 */

/** Looks for an order of calls that a model could have shown. */
final class Linearizer<S> {

  private final Model<S> model;
  private final long maxSteps;
  private final Node head = new Node(null, -1);
  private final BitSet required = new BitSet();
  private final BitSet optional = new BitSet();
  private final Set<Reached> reached = new HashSet<>();
  private final Deque<Taken<S>> taken = new ArrayDeque<>();
  private int base; // all required calls below are taken
  private int missing;
  private S state;
  private @Nullable Stuck<S> deepest;

  private Linearizer(Model<S> model, long maxSteps) {
    this.model = model;
    this.maxSteps = maxSteps;
    this.state = model.initial();
  }

  /** What came of the search. */
  sealed interface Result<S> {}

  /** There is such an order. */
  record Linearizable<S>(List<Call> order) implements Result<S> {}

  /** There is none. */
  record NotLinearizable<S>(Stuck<S> stuck) implements Result<S> {}

  /** Not found out within the steps allowed. */
  record Undecided<S>(long steps) implements Result<S> {}

  /**
   * Where the search came furthest.
   *
   * @param taken how many calls could be ordered
   * @param state the state after them
   * @param blocked the call that had to be next and could not
   */
  record Stuck<S>(int taken, S state, Call blocked) {}

  private record Reached(int base, BitSet beyond, BitSet optional, Object state) {}

  private record Taken<S>(Node node, S before, boolean isCertain) {}

  /** An invocation, or the return of one. */
  private static final class Node {

    private final @Nullable Call call;
    private final int number;
    private @Nullable Node match; // of an invocation: its return; none if optional
    private boolean isReturn;
    private @Nullable Node previous;
    private @Nullable Node next;

    Node(@Nullable Call call, int number) {
      this.call = call;
      this.number = number;
    }
  }

  static <S> Result<S> search(Model<S> model, List<Call> calls, long maxSteps) {
    Linearizer<S> linearizer = new Linearizer<>(model, maxSteps);
    linearizer.link(calls);
    return linearizer.search();
  }

  private record Placed(long nanos, Node node) {}

  private void link(List<Call> calls) {
    List<Placed> nodes = new ArrayList<>();
    int optionals = 0;
    List<Call> byTime =
        calls.stream().sorted(Comparator.comparingLong(Call::invokedNanos)).toList();
    for (Call call : byTime) {
      Node node = new Node(call, call.isOptional() ? optionals++ : missing++);
      nodes.add(new Placed(call.invokedNanos(), node));
      if (!call.isOptional()) {
        Node end = new Node(call, node.number);
        end.isReturn = true;
        node.match = end;
        nodes.add(new Placed(call.returnedNanos(), end));
      }
    }
    // At one instant invocations come first: then they overlap, and nothing is claimed wrongly.
    nodes.sort(
        Comparator.comparingLong(Placed::nanos).thenComparing(placed -> placed.node().isReturn));
    Node last = head;
    for (Placed placed : nodes) {
      last.next = placed.node();
      placed.node().previous = last;
      last = placed.node();
    }
  }

  private Result<S> search() {
    Node at = head.next;
    long steps = 0;
    while (missing > 0) {
      if (++steps > maxSteps) {
        return new Undecided<>(steps - 1);
      }
      if (at != null && !at.isReturn) {
        at = tryTake(at) ? head.next : at.next;
        continue;
      }
      if (at != null) {
        remember(at);
      }
      Taken<S> last;
      do {
        last = taken.pollLast();
        if (last == null) {
          return new NotLinearizable<>(stuck());
        }
        at = undo(last);
      } while (last.isCertain());
    }
    return new Linearizable<>(taken.stream().map(step -> callOf(step.node())).toList());
  }

  private boolean tryTake(Node node) {
    Call call = callOf(node);
    Optional<S> after = model.apply(state, call);
    if (after.isEmpty()) {
      return false;
    }
    mark(node, true);
    if (!reached.add(snapshot(after.get()))) {
      mark(node, false);
      return false;
    }
    taken.addLast(new Taken<>(node, state, model.isCertain(state, call, after.get())));
    state = after.get();
    unlink(node);
    return true;
  }

  private @Nullable Node undo(Taken<S> last) {
    state = last.before();
    mark(last.node(), false);
    relink(last.node());
    return last.node().next;
  }

  private void mark(Node node, boolean isTaken) {
    if (callOf(node).isOptional()) {
      optional.set(node.number, isTaken);
      return;
    }
    required.set(node.number, isTaken);
    missing += isTaken ? -1 : 1;
    if (!isTaken) {
      base = Math.min(base, node.number);
    } else if (node.number == base) {
      base = required.nextClearBit(base);
    }
  }

  private Reached snapshot(S after) {
    return new Reached(
        base,
        required.get(base, Math.max(base, required.length())),
        (BitSet) optional.clone(),
        after);
  }

  private void remember(Node blocked) {
    if (deepest == null || taken.size() > deepest.taken()) {
      deepest = new Stuck<>(taken.size(), state, callOf(blocked));
    }
  }

  private Stuck<S> stuck() {
    if (deepest == null) {
      throw new IllegalStateException("no call was missing");
    }
    return deepest;
  }

  private static Call callOf(Node node) {
    if (node.call == null) {
      throw new IllegalStateException("the head is no call");
    }
    return node.call;
  }

  private static void unlink(Node node) {
    cut(node);
    if (node.match != null) {
      cut(node.match);
    }
  }

  private static void cut(Node node) {
    if (node.previous != null) {
      node.previous.next = node.next;
    }
    if (node.next != null) {
      node.next.previous = node.previous;
    }
  }

  /** The last that was unlinked comes first, so its neighbours are as they were. */
  private static void relink(Node node) {
    if (node.match != null) {
      mend(node.match);
    }
    mend(node);
  }

  private static void mend(Node node) {
    if (node.previous != null) {
      node.previous.next = node;
    }
    if (node.next != null) {
      node.next.previous = node;
    }
  }
}
