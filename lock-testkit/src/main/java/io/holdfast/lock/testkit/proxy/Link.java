package io.holdfast.lock.testkit.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.SocketChannel;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One client's connection, and ours to the server on its behalf. Of the proxy's thread. */
final class Link {

  private static final Set<String> REPLICATING = Set.of("PSYNC", "SYNC");
  private static final byte TLS_HANDSHAKE = 0x16;
  private static final long LINGER_SECONDS = 2;

  private final ProxyState proxy;
  private final int number;
  private final SocketChannel client;
  private final SocketChannel server;
  private final Pipe toServer;
  private final Pipe toClient;
  private final RespFramer commands = RespFramer.ofCommands();
  private final RespFramer replies = RespFramer.ofReplies();
  private final Awaited awaited = new Awaited();
  private boolean hasBegun;
  private boolean isOpaque; // encrypted or a replica's: bytes are passed on as they come
  private boolean hasSubscribed;
  private @Nullable Object mutedBy; // a fault or rule that made a reply vanish

  Link(ProxyState proxy, int number, SocketChannel client, SocketChannel server) {
    this.proxy = proxy;
    this.number = number;
    this.client = client;
    this.server = server;
    this.toServer = new Pipe(proxy, this, Direction.TO_SERVER, client, server);
    this.toClient = new Pipe(proxy, this, Direction.TO_CLIENT, server, client);
  }

  void open() {
    client.pipeline().addLast(new Inlet(Direction.TO_SERVER));
    server.pipeline().addLast(new Inlet(Direction.TO_CLIENT));
    pump();
  }

  int number() {
    return number;
  }

  boolean hasSubscribed() {
    return hasSubscribed;
  }

  boolean isOfClient() {
    return client.isOpen();
  }

  boolean isGone() {
    return !client.isOpen() && !server.isOpen();
  }

  boolean isMutedBy(Object fault) {
    return mutedBy == fault;
  }

  void pump() {
    toServer.pump();
    toClient.pump();
  }

  private void received(Direction direction, ByteBuf bytes) {
    if (direction == Direction.TO_SERVER && !hasBegun) {
      hasBegun = true;
      isOpaque = bytes.getByte(bytes.readerIndex()) == TLS_HANDSHAKE;
    }
    Pipe pipe = direction == Direction.TO_SERVER ? toServer : toClient;
    if (isOpaque) {
      pipe.enqueue(bytes);
    } else if (direction == Direction.TO_SERVER) {
      commands.add(bytes);
      for (var frame = commands.next(); frame.isPresent(); frame = commands.next()) {
        command(frame.get());
      }
      if (isOpaque) {
        pipe.enqueue(commands.rest());
      }
    } else {
      replies.add(bytes);
      for (var frame = replies.next(); frame.isPresent(); frame = replies.next()) {
        reply(frame.get());
      }
    }
    pump();
  }

  private void command(Frame frame) {
    if (frame.words().isEmpty()) {
      toServer.enqueue(frame.bytes()); // an empty line: the server does not answer
      return;
    }
    proxy.tally().commands++;
    hasSubscribed |= Awaited.subscribes(frame);
    List<Armed> armed = proxy.armedFor(this, frame.words());
    awaited.asked(frame, armed.stream().filter(a -> a.reaction().concernsReply()).toList());
    for (Armed one : armed) {
      if (one.reaction() instanceof Reaction.CutBefore cut) {
        frame.bytes().release();
        toServer.end(() -> cut(cut.cut(), cut.side(), one.rule()), one.rule()::missed);
        return;
      }
    }
    isOpaque = REPLICATING.contains(frame.verb());
    Parcel parcel = toServer.enqueue(frame.bytes());
    for (Armed one : armed) {
      if (one.reaction() instanceof Reaction.HoldCommand) {
        one.rule().holds(parcel);
      }
      if (!one.reaction().concernsReply()) {
        one.rule().fire();
      }
    }
  }

  private void reply(Frame frame) {
    Optional<Awaited.Question> question = awaited.answered(frame, hasSubscribed);
    if (question.isEmpty()) {
      message(frame);
      return;
    }
    proxy.tally().replies++;
    proxy.lostReplies(this).ifPresent(this::mute);
    Optional<Armed> armed = question.get().takeArmed();
    if (mutedBy != null) {
      swallow(frame);
      armed.ifPresent(Link::swallowed);
    } else if (armed.isPresent()) {
      react(armed.get().reaction(), armed.get().rule(), frame);
    } else {
      toClient.enqueue(frame.bytes());
    }
  }

  private static void swallowed(Armed armed) {
    if (armed.reaction() instanceof Reaction.DropReply) {
      armed.rule().fire();
    } else {
      armed.rule().missed();
    }
  }

  /** The server's end is over: no reply comes any more. */
  private void unanswered() {
    awaited.unanswered().forEach(armed -> armed.rule().missed());
  }

  private void react(Reaction reaction, Rule rule, Frame frame) {
    if (reaction instanceof Reaction.CutInsteadOfReply cut) {
      swallow(frame);
      toClient.end(() -> cut(cut.cut(), cut.side(), rule), rule::missed);
      return;
    }
    if (reaction instanceof Reaction.DropReply) {
      mute(rule);
      swallow(frame);
      rule.fire();
      return;
    }
    Parcel parcel = toClient.enqueue(frame.bytes());
    if (reaction instanceof Reaction.CutAfterReply cut) {
      toClient.end(() -> cut(cut.cut(), cut.side(), rule), rule::missed);
      return;
    }
    if (reaction instanceof Reaction.DelayReply delay) {
      parcel.delay(delay.delay().toNanos());
    } else if (reaction instanceof Reaction.HoldReply) {
      rule.holds(parcel);
    }
    rule.fire();
  }

  private void message(Frame frame) {
    proxy.tally().messages++;
    if (mutedBy != null || proxy.losesMessages(this)) {
      proxy.tally().messagesSwallowed++;
      frame.bytes().release();
    } else {
      toClient.enqueue(frame.bytes());
    }
  }

  private void swallow(Frame frame) {
    proxy.tally().repliesSwallowed++;
    frame.bytes().release();
  }

  private void mute(Object fault) {
    if (mutedBy == null) {
      mutedBy = fault;
    }
  }

  /** One end has closed its connection: the other is told, behind what is still under way. */
  private void ended(Direction direction, Cut how) {
    boolean fromClient = direction == Direction.TO_SERVER;
    Pipe pipe = fromClient ? toServer : toClient;
    ByteBuf rest = (fromClient ? commands : replies).rest();
    if (rest.isReadable() && mutedBy == null) {
      pipe.enqueue(rest);
    } else {
      rest.release();
    }
    pipe.end(() -> finish(how, fromClient ? Side.SERVER : Side.CLIENT), () -> {});
    pump();
  }

  private void cut(Cut how, Side side, Rule rule) {
    cut(how, side);
    rule.fire();
  }

  /** Cuts it at once; what is under way towards an end that is cut is lost. */
  void cut(Cut how, Side side) {
    proxy.tally().cuts++;
    finish(how, side);
  }

  private void finish(Cut how, Side side) {
    if (side.hasClient()) {
      toClient.dry();
      toServer.noMore();
      close(client, how);
    }
    if (side.hasServer()) {
      toServer.dry();
      toClient.noMore();
      close(server, how);
    }
    pump();
  }

  private void close(SocketChannel channel, Cut how) {
    if (!channel.isOpen()) {
      return;
    }
    if (how == Cut.RST) {
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
      channel.close();
    } else if (!channel.isOutputShutdown()) {
      // Not closed yet: with unread bytes that would be a reset. The peer's own end closes it.
      channel.shutdownOutput();
      proxy.after(TimeUnit.SECONDS.toNanos(LINGER_SECONDS), channel::close);
    }
  }

  /** At the end of the proxy. */
  void discard() {
    finish(Cut.RST, Side.BOTH);
    commands.release();
    replies.release();
  }

  /** Where bytes come in from one end. */
  private final class Inlet extends ChannelInboundHandlerAdapter {

    private final Direction direction;
    private Cut end = Cut.FIN;

    Inlet(Direction direction) {
      this.direction = direction;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      received(direction, (ByteBuf) message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      end = Cut.RST;
      context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      ended(direction, end);
      if (direction == Direction.TO_CLIENT) {
        unanswered();
      }
      proxy.forgetIfGone(Link.this);
    }
  }
}
