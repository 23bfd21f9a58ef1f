package io.holdfast.lock.core.kind;

/**
 * Something made of a client by another module, that closes with it.
 *
 * @param it what is attached
 */
public record Attached(AutoCloseable it) implements LocksOfKind {

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
