package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.SmallCluster;
import io.lettuce.core.RedisURI;
import io.lettuce.core.resource.ClientResources;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A host name that has several addresses. */
@ExtendWith(RedisServerExtension.class)
class AddressesIT {

  private static final String NAME = "several.test";
  private static final String HERE = "127.0.0.1";
  private static final String NOBODY = "127.0.0.2"; // servers of tests listen at 127.0.0.1

  private volatile List<String> addresses = List.of(NOBODY, HERE);

  private final ClientResources resources =
      ClientResources.builder().addressResolverGroup(new Names()).build();

  @AfterEach
  void shutDown() {
    resources.shutdown(0, 2, TimeUnit.SECONDS);
  }

  private final class Names extends AddressResolverGroup<InetSocketAddress> {

    @Override
    protected AddressResolver<InetSocketAddress> newResolver(EventExecutor executor) {
      return new Resolver(executor).asAddressResolver();
    }
  }

  private final class Resolver extends InetNameResolver {

    Resolver(EventExecutor executor) {
      super(executor);
    }

    private List<InetAddress> find(String host) throws UnknownHostException {
      InetAddress[] found = new InetAddress[host.equals(NAME) ? addresses.size() : 1];
      for (int i = 0; i < found.length; i++) {
        found[i] = InetAddress.getByName(host.equals(NAME) ? addresses.get(i) : host);
      }
      return List.of(found);
    }

    @Override
    protected void doResolve(String host, Promise<InetAddress> promise) throws Exception {
      promise.setSuccess(find(host).get(0));
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> promise) throws Exception {
      promise.setSuccess(find(host));
    }
  }

  private HoldfastClient client(int port) {
    return HoldfastClient.using(resources, RedisURI.create("redis://" + NAME + ":" + port));
  }

  private static void use(DistributedLock lock) {
    lock.lock();
    lock.unlock();
  }

  @Test
  @DisplayName("failure 159: nobody listens at the first address of a name")
  void connect_firstAddressOfANameIsDead_triesTheNext(@FreshServer RedisServer server) {
    try (HoldfastClient client = client(server.port())) {
      use(client.lock("addresses"));
    }
  }

  @Test
  @DisplayName("failure 159: nobody listens at any but the last of many addresses")
  void connect_lastAddressLives_isFound(@FreshServer RedisServer server) {
    addresses = List.of(NOBODY, "127.0.0.3", "127.0.0.4", "127.0.0.5", HERE);
    try (HoldfastClient client = client(server.port())) {
      use(client.lock("addresses"));
    }
  }

  @Test
  @DisplayName("failure 159: nobody listens at any address of a name")
  void connect_allAddressesAreDead_isRefused(@FreshServer RedisServer server) {
    addresses = List.of(NOBODY, "127.0.0.3");
    assertThatThrownBy(() -> client(server.port()))
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("Connection refused")
        .hasMessageContaining(NAME);
  }

  @Test
  @DisplayName("failure 159: a name has another first address when a connection ends")
  void reconnect_firstAddressOfTheNameIsDead_triesTheNext(@FreshServer RedisServer server) {
    addresses = List.of(HERE);
    try (HoldfastClient client = client(server.port())) {
      DistributedLock lock = client.lock("addresses");
      use(lock);
      addresses = List.of(NOBODY, HERE);
      server.killClients("normal");
      server.killClients("pubsub");
      eventually().isTrue("answers", () -> catchThrowable(lock::inspect) == null);
      use(lock);
      eventually()
          .isTrue(
              "it listens",
              () -> server.admin().texts("PUBSUB", "CHANNELS", "holdfast:inbox:*").size() == 1);
    }
  }

  @Test
  @DisplayName("failure 159: nobody listens at the first address of a cluster's seed")
  void connect_firstAddressOfASeedIsDead_triesTheNext() {
    HoldfastSettings settings = HoldfastSettings.builder().cluster().build();
    try (SmallCluster cluster = SmallCluster.start();
        HoldfastClient client =
            HoldfastClient.using(
                resources,
                settings,
                RedisURI.create("redis://" + NAME + ":" + cluster.nodes().get(0).port()))) {
      assertThat(client.lock("addresses").tryLock()).isTrue();
      client.lock("addresses").unlock();
    }
  }
}
