package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisException;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandEncoder;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.ConnectionFacade;
import io.lettuce.core.protocol.DefaultEndpoint;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Requests in flight on a connection that resends them, as any Lettuce does by default. */
class InFlightTest {

  private static final class NoFacade implements ConnectionFacade {
    @Override
    public void activated() {}

    @Override
    public void deactivated() {}

    /** Lettuce 6 calls it. */
    @SuppressWarnings({"UnusedMethod", "EffectivelyPrivate"})
    public void reset() {}
  }

  private static final class Customizing implements NettyCustomizer {
    private final List<Object> customized = new ArrayList<>();

    @Override
    public void afterBootstrapInitialized(Bootstrap bootstrap) {
      customized.add(bootstrap);
    }

    @Override
    public void afterChannelInitialized(Channel channel) {
      customized.add(channel);
    }
  }

  private final ClientResources resources = ClientResources.create();
  private final Customizing theirs = new Customizing();
  private final NettyCustomizer customizer = InFlight.customizer(theirs);
  private EmbeddedChannel channel;

  @BeforeEach
  void connect() {
    ClientOptions options = ClientOptions.create();
    DefaultEndpoint endpoint = new DefaultEndpoint(options, resources);
    endpoint.setConnectionFacade(new NoFacade());
    channel =
        new EmbeddedChannel(new CommandEncoder(), new CommandHandler(options, resources, endpoint));
    customizer.afterChannelInitialized(channel);
  }

  @AfterEach
  void shutDown() {
    channel.finishAndReleaseAll();
    resources.shutdown(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private AsyncCommand<String, String, String> ping() {
    AsyncCommand<String, String, String> ping =
        new AsyncCommand<>(new Command<>(CommandType.PING, new StatusOutput<>(StringCodec.UTF8)));
    channel.writeOutbound(ping);
    return ping;
  }

  @Test
  @DisplayName(
      "failure 152: a connection ends with a request in flight, which Lettuce would repeat")
  void command_connectionEnds_failsAtOnce() {
    AsyncCommand<String, String, String> first = ping();
    AsyncCommand<String, String, String> second = ping();

    channel.close();

    for (AsyncCommand<String, String, String> ping : List.of(first, second)) {
      assertThat(ping.isDone()).isTrue();
      assertThatThrownBy(ping::join)
          .hasCauseInstanceOf(RedisException.class)
          .hasMessageContaining("Connection disconnected");
    }
  }

  @Test
  void command_answered_hasItsAnswer() {
    AsyncCommand<String, String, String> ping = ping();

    channel.writeInbound(Unpooled.copiedBuffer("+PONG\r\n", StandardCharsets.US_ASCII));
    channel.close();

    assertThat(ping.join()).isEqualTo("PONG");
  }

  @Test
  void customizing_ofTheApplication_goesOn() {
    Bootstrap bootstrap = new Bootstrap();

    customizer.afterBootstrapInitialized(bootstrap);

    assertThat(theirs.customized).containsExactly(channel, bootstrap);
  }

  @Test
  void channel_withoutCommands_isLeftAlone() {
    EmbeddedChannel other = new EmbeddedChannel();

    customizer.afterChannelInitialized(other);

    assertThat(other.pipeline().get(InFlight.class)).isNull();
    other.finishAndReleaseAll();
  }
}
