package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisException;
import io.netty.resolver.AddressResolver;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.InetNameResolver;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How often an attempt is made, and where it goes, when no server answers. */
class AddressesTest {

  private static final String NAME = "several.test";

  private List<String> known = List.of();
  private boolean canListAll = true;
  private final List<String> tried = new ArrayList<>();
  private final Addresses addresses = new Addresses(new Names());

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

    @Override
    protected void doResolve(String host, Promise<InetAddress> promise) throws Exception {
      promise.setSuccess(InetAddress.getByName(host.endsWith(".test") ? known.get(0) : host));
    }

    @Override
    protected void doResolveAll(String host, Promise<List<InetAddress>> promise) throws Exception {
      if (!canListAll) {
        throw new UnknownHostException("not all");
      }
      List<InetAddress> all = new ArrayList<>();
      for (String one : known) {
        all.add(InetAddress.getByName(one));
      }
      promise.setSuccess(all);
    }
  }

  /** Like Lettuce: looks the name up, and then nobody answers there. */
  private CompletionStage<String> attempt(String host) {
    Future<InetSocketAddress> found =
        addresses
            .getResolver(ImmediateEventExecutor.INSTANCE)
            .resolve(InetSocketAddress.createUnresolved(host, 6379));
    tried.add(found.getNow().getAddress().getHostAddress());
    return CompletableFuture.failedFuture(new RedisException("nobody is there"));
  }

  private void connectTo(String host) {
    assertThat(addresses.inTurn(() -> attempt(host)).toCompletableFuture())
        .isCompletedExceptionally();
  }

  @Test
  @DisplayName("failure 159: nobody answers at the only address of a name")
  void inTurn_oneAddress_isTriedOnce() {
    known = List.of("192.0.2.1");
    connectTo(NAME);
    assertThat(tried).containsExactly("192.0.2.1");
  }

  @Test
  @DisplayName("failure 159: nobody answers at any address of a name")
  void inTurn_severalAddresses_eachIsTriedOnce() {
    known = List.of("192.0.2.1", "192.0.2.2", "192.0.2.3");
    connectTo(NAME);
    assertThat(tried).containsExactly("192.0.2.1", "192.0.2.2", "192.0.2.3");
    connectTo(NAME);
    assertThat(tried).hasSize(6).endsWith("192.0.2.1", "192.0.2.2", "192.0.2.3");
  }

  @Test
  void inTurn_anAddressInstead_isTriedOnce() {
    connectTo("192.0.2.9");
    assertThat(tried).containsExactly("192.0.2.9");
  }

  @Test
  void inTurn_onlyOneAddressCanBeLookedUp_goesThere() {
    known = List.of("192.0.2.1", "192.0.2.2");
    canListAll = false;
    connectTo(NAME);
    connectTo(NAME);
    assertThat(tried).containsExactly("192.0.2.1", "192.0.2.1");
  }

  @Test
  void inTurn_manyAddressesAndNamesOverTime_remembersFewOfThem() {
    for (int i = 0; i < 1000; i++) {
      known = List.of("192.0.2." + i % 250, "198.51.100." + i % 250);
      String name = "several" + i + ".test";
      addresses.inTurn(() -> attempt(name));
    }
    assertThat(addresses.remembered()).isLessThanOrEqualTo(200);
  }
}
