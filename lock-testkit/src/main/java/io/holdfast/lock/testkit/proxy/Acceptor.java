package io.holdfast.lock.testkit.proxy;

import io.holdfast.lock.testkit.concurrent.Eventually;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Listens on a port of 127.0.0.1, the same for the proxy's life, and connects to the target for
 * each client that comes.
 */
final class Acceptor {

  /** Below the range of outgoing connections: nobody is given it while we do not listen. */
  private static final int FIRST_PORT = 15_000;

  private static final int LAST_PORT = 32_000;
  private static final int TRIES = 50;
  private static final int CONNECT_MILLIS = 5_000;
  private static final Duration SETTLING = Duration.ofMinutes(1);

  private final ProxyLoop loop;
  private final ProxyState state;
  private final int port;
  private volatile InetSocketAddress target; // written by the thread that changes it
  private final List<SocketChannel> connecting = new ArrayList<>(); // of the proxy's thread
  private Channel listening; // written by the thread that opens or closes it, under this
  private @Nullable Socket kept; // the same

  Acceptor(ProxyLoop loop, ProxyState state, InetSocketAddress target) {
    this.loop = loop;
    this.state = state;
    this.target = target;
    this.listening = bindSomewhere();
    this.port = ((InetSocketAddress) listening.localAddress()).getPort();
  }

  int port() {
    return port;
  }

  InetSocketAddress target() {
    return target;
  }

  void target(InetSocketAddress next) {
    target = next;
  }

  private Channel bindSomewhere() {
    for (int i = 1; ; i++) {
      ChannelFuture bound = bind(ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT + 1));
      if (bound.isSuccess()) {
        return bound.channel();
      }
      if (i == TRIES) {
        throw new IllegalStateException(
            "no free port for a proxy in " + i + " tries", bound.cause());
      }
    }
  }

  private ChannelFuture bind(int wanted) {
    return new ServerBootstrap()
        .group(loop.group())
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.AUTO_READ, false)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(
            new ChannelInitializer<SocketChannel>() {
              @Override
              protected void initChannel(SocketChannel client) {
                accepted(client);
              }
            })
        .bind(InetAddress.getLoopbackAddress(), wanted)
        .awaitUninterruptibly();
  }

  private void accepted(SocketChannel client) {
    int number = state.accept();
    connecting.add(client);
    ChannelFuture connected =
        new Bootstrap()
            .group(loop.loop())
            .channel(NioSocketChannel.class)
            .option(ChannelOption.AUTO_READ, false)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .handler(new Nothing())
            .connect(target);
    connected.addListener(
        done -> {
          connecting.remove(client);
          if (done.isSuccess()) {
            state.opened(new Link(state, number, client, (SocketChannel) connected.channel()));
          } else {
            reset(client); // nobody there
          }
        });
  }

  private static void reset(SocketChannel client) {
    if (client.isOpen()) {
      client.config().setOption(ChannelOption.SO_LINGER, 0);
      client.close();
    }
  }

  /** Connections are refused from the return on. The port stays ours. */
  synchronized void closePort() {
    if (listening.isOpen()) {
      listening.close().awaitUninterruptibly();
      settle("port " + port + " closed", this::isRefused);
      keepPort();
    }
  }

  /** Bound, and not listened at: no other proxy or server is found there by our clients. */
  private void keepPort() {
    Socket keeping = new Socket();
    try {
      keeping.setReuseAddress(true);
      keeping.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      keeping.setReuseAddress(false);
      kept = keeping;
    } catch (IOException e) { // it is too late, or the system does not do that
      closeQuietly(keeping);
    }
  }

  private synchronized void releasePort() {
    Socket keeping = kept;
    kept = null;
    if (keeping != null) {
      closeQuietly(keeping);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The selector lets go of a closed port a little later. */
  private boolean isRefused() throws IOException {
    try (Socket probe = new Socket()) {
      probe.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
      return false;
    } catch (ConnectException e) {
      return true;
    } catch (SocketException e) {
      return false; // reset, since it is just being closed
    }
  }

  /** Waits, interrupted or not. */
  private static void settle(String expectation, Callable<Boolean> condition) {
    boolean interrupted = Thread.interrupted();
    try {
      Eventually.within(SETTLING).isTrue(expectation, condition);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Connections are accepted again. */
  synchronized void openPort() {
    if (!listening.isOpen()) {
      releasePort();
      settle(
          "port " + port + " open",
          () -> {
            ChannelFuture bound = bind(port);
            if (bound.isSuccess()) {
              listening = bound.channel();
            }
            return bound.isSuccess();
          });
    }
  }

  /** For good. A connection that was accepted but not yet connected to the target is reset. */
  void close() {
    closePort();
    releasePort();
    loop.run(
        () -> {
          List.copyOf(connecting).forEach(Acceptor::reset);
          connecting.clear();
        });
  }

  /** Says nothing to anything until the link has taken over. */
  private static final class Nothing extends ChannelInboundHandlerAdapter {}
}
