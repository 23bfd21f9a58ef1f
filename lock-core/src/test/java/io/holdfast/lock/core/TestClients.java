package io.holdfast.lock.core;

import io.holdfast.lock.core.time.MonotonicClock;
import io.holdfast.lock.testkit.server.ClientAccess;
import io.holdfast.lock.torture.client.ClientSpec;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.DefaultClientResources;
import java.time.Duration;

/** Clients as a contract wants them. All share the network threads of this JVM. */
public final class TestClients {

  // Ends with the JVM: its threads are daemons.
  private static final ClientResources RESOURCES =
      DefaultClientResources.builder().ioThreadPoolSize(2).computationThreadPoolSize(2).build();

  private TestClients() {}

  /** A client of the server at this address, or at the one that the specification names. */
  public static HoldfastClient open(ClientSpec spec, String uri) {
    String address = spec.address().orElse(uri);
    return HoldfastClient.using(RESOURCES, settings(spec, address), RedisURI.create(address));
  }

  /** A client that uses this clock. At the server its leases do not end meanwhile. */
  public static HoldfastClient open(MonotonicClock clock, String uri) {
    return HoldfastClient.using(RESOURCES, settings(clock), RedisURI.create(uri));
  }

  /**
   * The same with another claim lease, with the longest time-out that it allows, so that no request
   * is given up meanwhile, and with entries that are kept as long as possible.
   */
  public static HoldfastClient openPatient(MonotonicClock clock, Duration claimLease, String uri) {
    HoldfastSettings settings =
        HoldfastSettings.builder()
            .clock(clock)
            .lease(Duration.ofMinutes(10))
            .claimLease(claimLease)
            .commandTimeout(Duration.ofMinutes(1))
            .slice(Duration.ofSeconds(10))
            .build();
    return HoldfastClient.using(RESOURCES, settings, RedisURI.create(uri));
  }

  /** The settings of such a client. */
  public static HoldfastSettings settings(MonotonicClock clock) {
    return HoldfastSettings.builder()
        .clock(clock)
        .lease(Duration.ofMinutes(10))
        .claimLease(Duration.ofMinutes(5)) // that of an entry that is kept
        .build();
  }

  /** The settings of a client as specified, of a server at this address. */
  public static HoldfastSettings settings(ClientSpec spec, String uri) {
    HoldfastSettings.Builder settings = HoldfastSettings.builder();
    spec.label().ifPresent(settings::clientLabel);
    spec.lease().ifPresent(settings::lease);
    if (spec.isSilent()) {
      settings.longWait(Duration.ZERO);
    }
    spec.pace()
        .ifPresent(
            pace ->
                settings
                    .claimLease(pace.claimLease())
                    .commandTimeout(pace.commandTimeout())
                    .unreachableLimit(pace.unreachableLimit()));
    spec.listeners().forEach(settings::listener);
    spec.directListeners().forEach(settings::directListener);
    spec.callbackExecutor().ifPresent(settings::callbackExecutor);
    if (spec.isOfCluster()) {
      settings.cluster();
    }
    spec.time().ifPresent(time -> settings.clock(new TestClock(time)));
    ClientAccess.current()
        .filter(access -> uri.startsWith("rediss:"))
        .map(TestClients::ssl)
        .ifPresent(settings::ssl);
    return settings.build();
  }

  /** What a client of such a server trusts, and shows. */
  static SslOptions ssl(ClientAccess access) {
    return SslOptions.builder()
        .jdkSslProvider()
        .trustManager(access.authority().toFile())
        .keyManager(access.certificate().toFile(), access.key().toFile(), null)
        .build();
  }
}
