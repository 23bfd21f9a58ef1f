package io.holdfast.lock.core.kind;

import io.holdfast.lock.core.HoldfastClient;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a client shows to the modules of other kinds, but not to its users: it hands in the way when
 * its class is initialized.
 */
public abstract class ClientAccess {

  private static volatile @Nullable ClientAccess way;

  /** Hands in the way to the insides of clients; called once, by their class. */
  public static void open(ClientAccess access) {
    way = access;
  }

  /**
   * Those that the client has of this kind; made if it has none, and closed with the client.
   *
   * @param kind what stands in the keys; no two kinds of one client have the same
   * @param maker called once at most; asks for no other kind of the client
   */
  public static <T extends LocksOfKind> T locks(
      HoldfastClient client, String kind, Class<T> type, Function<KindParts, T> maker) {
    ClientAccess access = way;
    if (access == null) {
      throw new IllegalStateException("a client exists before its class: " + client);
    }
    return access.present(client, kind, type, maker);
  }

  /** Those that the client has of this kind; made if it has none. */
  protected abstract <T extends LocksOfKind> T present(
      HoldfastClient client, String kind, Class<T> type, Function<KindParts, T> maker);
}
