package io.holdfast.lock.core.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** What several say, each once, told together when all have said it. Any thread. */
public final class Gathering<T> {

  private final AtomicReferenceArray<T> said;
  private final AtomicInteger open;
  private final Consumer<List<T>> then;

  /** Of that number of answers, at least one; none has come yet. */
  public Gathering(int size, Consumer<List<T>> then) {
    this.said = new AtomicReferenceArray<>(size);
    this.open = new AtomicInteger(size);
    this.then = then;
  }

  /** What this one says. The last one tells all, in their order, inside this call. */
  public void says(int index, T what) {
    said.set(index, what);
    if (open.decrementAndGet() == 0) {
      then.accept(IntStream.range(0, said.length()).mapToObj(said::get).toList());
    }
  }
}
