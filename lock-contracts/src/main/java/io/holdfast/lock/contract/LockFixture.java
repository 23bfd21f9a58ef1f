package io.holdfast.lock.contract;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import java.util.List;

/**
 * A kind of lock, for the suites: how to get a client of it, and what they need to know besides its
 * promises. Clients are the only objects it makes that must be closed.
 */
public interface LockFixture {

  /** The name of this kind in events. */
  default LockKind kind() {
    return LockKind.PLAIN;
  }

  /** A new client of this kind; the suite closes it. */
  LockClient open(ClientSpec spec);

  /**
   * The server that the locks live on; several for a kind that needs several, none for one without.
   */
  List<TestServer> servers();

  /** The keys that a lock of this name may have at each server; first the one of its holder. */
  List<String> keys(String name);

  /** A pattern, as the server's {@code SCAN} reads it, for the holders' keys of all names. */
  String holderPattern();

  /** Whether a hold may go to another owner of the same client without the network. */
  boolean passesOn();

  /**
   * Whether a release is acknowledged before the next owner can know of its hold. If not, listeners
   * may hear of them in either order.
   */
  default boolean acknowledgesInOrder() {
    return passesOn();
  }

  /** Whether clients get the lock in the order in which they began to wait at the server. */
  boolean keepsOrderOfClients();

  /**
   * Whether all owners, threads and handles of all clients, get the lock strictly in the order in
   * which the server numbered their arrivals, and nobody overtakes a waiter.
   */
  boolean keepsOrderOfArrival();

  /**
   * Whether the message of a grant is enough for its client to use the lock. If not, the client has
   * to ask the server.
   */
  default boolean grantIsEnough() {
    return true;
  }

  /**
   * Whether leases, claims and time limits of this kind go by {@link ClientSpec#time()}, and by the
   * clock of its servers, which can be shifted. If not, the suites wait.
   */
  default boolean keepsTestTime() {
    return false;
  }
}
