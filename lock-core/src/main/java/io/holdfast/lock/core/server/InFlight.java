package io.holdfast.lock.core.server;

import io.lettuce.core.RedisException;
import io.lettuce.core.protocol.CommandHandler;
import io.lettuce.core.protocol.RedisCommand;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

/**
 * Fails what is in flight when its connection ends, with the exception of later versions of
 * Lettuce. Those before 6.7 send it again over the next connection, also if they are to reject
 * commands: a release that the server has executed would be answered a second time, as of a hold
 * that is gone, and a request could arrive after its withdrawal. Later versions find nothing left
 * to fail.
 */
final class InFlight extends ChannelInboundHandlerAdapter {

  private InFlight() {}

  /** After the customizing of the application, each connection has this. */
  static NettyCustomizer customizer(NettyCustomizer theirs) {
    return new NettyCustomizer() {
      @Override
      public void afterBootstrapInitialized(Bootstrap bootstrap) {
        theirs.afterBootstrapInitialized(bootstrap);
      }

      @Override
      public void afterChannelInitialized(Channel channel) {
        theirs.afterChannelInitialized(channel);
        ChannelHandlerContext commands = channel.pipeline().context(CommandHandler.class);
        if (commands != null) {
          // Behind TLS, which may have answers yet.
          channel.pipeline().addBefore(commands.name(), null, new InFlight());
        }
      }
    };
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    try {
      CommandHandler commands = context.pipeline().get(CommandHandler.class);
      if (commands != null) {
        for (RedisCommand<?, ?, ?> command : commands.drainQueue()) {
          command.completeExceptionally(new RedisException("Connection disconnected"));
        }
      }
    } finally {
      context.fireChannelInactive();
    }
  }
}
