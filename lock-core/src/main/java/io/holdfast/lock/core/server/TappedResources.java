package io.holdfast.lock.core.server;

import io.lettuce.core.event.Event;
import io.lettuce.core.event.EventBus;
import io.lettuce.core.event.EventPublisherOptions;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import io.lettuce.core.resource.DnsResolver;
import io.lettuce.core.resource.EventLoopGroupProvider;
import io.lettuce.core.resource.NettyCustomizer;
import io.lettuce.core.resource.SocketAddressResolver;
import io.lettuce.core.tracing.Tracing;
import io.netty.resolver.AddressResolverGroup;
import io.netty.util.Timer;
import io.netty.util.concurrent.EventExecutorGroup;
import io.netty.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import reactor.core.publisher.Flux;

/**
 * The resources of others, for one Lettuce client, whose events are heard before they go on: at
 * once, by the thread that publishes them. The bus itself hands on the events of all clients on the
 * resources, and later.
 */
final class TappedResources implements ClientResources {

  private final ClientResources shared;
  private final EventBus tapped;
  private final Addresses addresses;

  /**
   * Owns nothing.
   *
   * @param addresses to which connections are made; made for these resources
   * @param first hears each event before anybody else, on any thread; must not block
   */
  TappedResources(ClientResources shared, Addresses addresses, Consumer<Event> first) {
    this.shared = shared;
    this.addresses = addresses;
    this.tapped =
        new EventBus() {
          @Override
          public Flux<Event> get() {
            return shared.eventBus().get();
          }

          @Override
          public void publish(Event event) {
            first.accept(event);
            shared.eventBus().publish(event);
          }
        };
  }

  @Override
  public EventBus eventBus() {
    return tapped;
  }

  @Override
  public NettyCustomizer nettyCustomizer() {
    return InFlight.customizer(shared.nettyCustomizer());
  }

  @Override
  public AddressResolverGroup<?> addressResolverGroup() {
    return addresses;
  }

  // ---- all else is theirs

  @Override
  public Builder mutate() {
    return shared.mutate();
  }

  @Override
  public Future<Boolean> shutdown() {
    return shared.shutdown();
  }

  @Override
  public Future<Boolean> shutdown(long quietPeriod, long timeout, TimeUnit unit) {
    return shared.shutdown(quietPeriod, timeout, unit);
  }

  @Override
  public EventPublisherOptions commandLatencyPublisherOptions() {
    return shared.commandLatencyPublisherOptions();
  }

  @Override
  public CommandLatencyRecorder commandLatencyRecorder() {
    return shared.commandLatencyRecorder();
  }

  @Override
  public int computationThreadPoolSize() {
    return shared.computationThreadPoolSize();
  }

  /** Not overriding, as it is compiled: Lettuce 6 has it. */
  public DnsResolver dnsResolver() {
    return LettuceFeatures.dnsResolver(shared);
  }

  @Override
  public EventLoopGroupProvider eventLoopGroupProvider() {
    return shared.eventLoopGroupProvider();
  }

  @Override
  public EventExecutorGroup eventExecutorGroup() {
    return shared.eventExecutorGroup();
  }

  @Override
  public int ioThreadPoolSize() {
    return shared.ioThreadPoolSize();
  }

  @Override
  public Delay reconnectDelay() {
    return shared.reconnectDelay();
  }

  @Override
  public SocketAddressResolver socketAddressResolver() {
    return shared.socketAddressResolver();
  }

  @Override
  public Timer timer() {
    return shared.timer();
  }

  @Override
  public Tracing tracing() {
    return shared.tracing();
  }
}
