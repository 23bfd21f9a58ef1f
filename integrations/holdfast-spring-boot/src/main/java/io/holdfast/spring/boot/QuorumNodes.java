package io.holdfast.spring.boot;

import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.HoldfastSettings;
import io.holdfast.lock.redlock.RedLockSettings;
import io.holdfast.lock.redlock.RedLocks;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/** The quorum locks, with the clients that are opened for them in the background. */
final class QuorumNodes implements AutoCloseable {

  private static final String NODES = "holdfast.quorum.nodes";

  private final RedLocks locks;
  private final List<HoldfastClient> clients;

  private QuorumNodes(RedLocks locks, List<HoldfastClient> clients) {
    this.locks = locks;
    this.clients = List.copyOf(clients);
  }

  /**
   * Opens them: at once if the properties say so for the client, too, and then a majority must be
   * there.
   */
  static QuorumNodes open(
      HoldfastProperties properties,
      ClientSettings settings,
      ClientFactory factory,
      @Nullable SslBundle bundle) {
    HoldfastProperties.Quorum quorum = properties.quorum();
    return factory.telling(
        NODES,
        () -> {
          RedLockSettings ofQuorum =
              RedLockSettings.builder()
                  .maxLease(quorum.maxLease())
                  .quarantine(quorum.quarantine())
                  .build();
          HoldfastSettings ofEach = settings.with(false, bundle);
          return properties.connect() == HoldfastProperties.Connect.EAGER
              ? eager(ofQuorum, ofEach, quorum.nodes())
              : inBackground(ofQuorum, ofEach, quorum.nodes());
        });
  }

  private static QuorumNodes eager(
      RedLockSettings ofQuorum, HoldfastSettings ofEach, List<String> urls) {
    return new QuorumNodes(
        RedLocks.connect(ofQuorum, ofEach, urls.toArray(new String[0])), List.of());
  }

  private static QuorumNodes inBackground(
      RedLockSettings ofQuorum, HoldfastSettings ofEach, List<String> urls) {
    List<HoldfastClient> clients = new ArrayList<>();
    try {
      urls.forEach(url -> clients.add(HoldfastClient.connect(ofEach, url)));
      RedLocks locks = new RedLocks(ofQuorum, clients.toArray(new HoldfastClient[0]));
      return new QuorumNodes(locks, clients);
    } catch (RuntimeException e) {
      clients.forEach(HoldfastClient::close);
      throw e;
    }
  }

  RedLocks locks() {
    return locks;
  }

  /** Closes the locks, then their clients. */
  @Override
  public void close() {
    locks.close();
    clients.forEach(HoldfastClient::close);
  }
}
