import java.util.concurrent.locks.LockSupport;

/** Pins a carrier, so that .ci/nightly sees that it would be told. */
final class Pinning {

  private Pinning() {}

  /** A virtual thread that parks while it initializes a class keeps its carrier. */
  private static final class Pinned {
    static {
      LockSupport.parkNanos(100_000_000);
    }

    static void touch() {}
  }

  public static void main(String[] arguments) throws InterruptedException {
    Thread.ofVirtual().start(Pinned::touch).join();
  }
}
