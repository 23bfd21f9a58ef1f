package io.holdfast.lock.core.kind;

/** Something made of a client by another module, that closes with it. */
public final class Attached implements LocksOfKind {

  private final AutoCloseable it;

  Attached(AutoCloseable it) {
    this.it = it;
  }

  /** What is attached. */
  public AutoCloseable it() {
    return it;
  }

  @Override
  public int size() {
    return 0; // it knows its names itself
  }

  @Override
  public void close() {
    try {
      it.close();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("not closed: " + it, e);
    }
  }
}
