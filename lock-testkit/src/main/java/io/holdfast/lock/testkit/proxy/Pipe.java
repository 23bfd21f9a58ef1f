package io.holdfast.lock.testkit.proxy;

import io.holdfast.lock.testkit.proxy.Parcel.Content;
import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/**
 * One direction of one connection: what has been read and not yet been passed on, in order. The
 * head waits until it is due and not held; the others wait behind it. Of the proxy's thread.
 */
final class Pipe {

  private static final int READ_AHEAD_BYTES = 1 << 20;
  private static final long SLICES_A_SECOND = 20;

  private final ProxyState proxy;
  private final Link link;
  private final Direction direction;
  private final SocketChannel in;
  private final SocketChannel out;
  private final Deque<Parcel> queue = new ArrayDeque<>();
  private long queuedBytes;
  private long freeNanos = System.nanoTime(); // a throttle lets nothing pass before
  private boolean timerIsSet;
  private boolean hasEnd; // the last parcel is, or was, an end
  private boolean isDry; // nothing passes any more, and what is read is thrown away

  Pipe(ProxyState proxy, Link link, Direction direction, SocketChannel in, SocketChannel out) {
    this.proxy = proxy;
    this.link = link;
    this.direction = direction;
    this.in = in;
    this.out = out;
  }

  /** Queues bytes, which become ours; {@link #pump()} passes them on. */
  Parcel enqueue(ByteBuf bytes) {
    long now = System.nanoTime();
    long delayNanos = proxy.delayNanos(link, direction);
    long rate = proxy.bytesPerSecond(link, direction);
    int slice = (int) Math.max(1, Math.min(Integer.MAX_VALUE, rate / SLICES_A_SECOND));
    Parcel first = add(bytes.readRetainedSlice(Math.min(slice, bytes.readableBytes())), now, rate);
    first.delay(delayNanos);
    while (bytes.isReadable()) {
      add(bytes.readRetainedSlice(Math.min(slice, bytes.readableBytes())), now, rate);
    }
    bytes.release();
    return first;
  }

  private Parcel add(ByteBuf bytes, long now, long rate) {
    if (rate < Long.MAX_VALUE) {
      long start = Math.max(now, freeNanos);
      freeNanos = start + TimeUnit.SECONDS.toNanos(bytes.readableBytes()) / rate;
    }
    long dueNanos = rate < Long.MAX_VALUE ? freeNanos : now;
    return add(new Parcel(new Content.Bytes(bytes), dueNanos));
  }

  private Parcel add(Parcel parcel) {
    if (hasEnd || isDry) {
      parcel.discard();
      return parcel;
    }
    queue.add(parcel);
    queuedBytes += parcel.size();
    return parcel;
  }

  /**
   * Has this done behind all that is queued now; what comes later is thrown away.
   *
   * @param orElse what is done instead if the pipe has ended or ends before
   */
  void end(Runnable action, Runnable orElse) {
    long dueNanos = System.nanoTime() + proxy.delayNanos(link, direction);
    add(new Parcel(new Content.End(action, orElse), dueNanos));
    hasEnd = true;
  }

  /** What is read from now on is thrown away, an end too; what is queued is passed on. */
  void noMore() {
    hasEnd = true;
  }

  /** Passes on what may be passed on, and reads on if there is room and no fault forbids it. */
  void pump() {
    while (!queue.isEmpty() && !isStopped()) {
      Parcel head = queue.element();
      long waitNanos = head.dueNanos() - System.nanoTime();
      if (head.isHeld()) {
        break;
      }
      if (waitNanos > 0) {
        wakeAfter(waitNanos);
        break;
      }
      queue.remove();
      queuedBytes -= head.size();
      deliver(head);
    }
    out.flush();
    in.config().setAutoRead(isDry || (!isStopped() && queuedBytes < READ_AHEAD_BYTES));
  }

  private boolean isStopped() {
    return proxy.isBlackhole(link, direction);
  }

  private void wakeAfter(long nanos) {
    if (!timerIsSet) {
      timerIsSet = true;
      proxy.after(
          nanos,
          () -> {
            timerIsSet = false;
            pump();
          });
    }
  }

  private void deliver(Parcel parcel) {
    if (parcel.content() instanceof Content.End end) {
      out.flush(); // what went before is to arrive
      end.action().run();
    } else if (parcel.content() instanceof Content.Bytes bytes) {
      pass(bytes.bytes());
    }
  }

  private void pass(ByteBuf bytes) {
    for (Disturbance.ByteLimit limit : proxy.byteLimits(link, direction)) {
      int may = limit.pass(bytes.readableBytes());
      if (limit.isReached()) {
        write(bytes.readRetainedSlice(may));
        out.flush();
        bytes.release();
        proxy.end(limit);
        link.cut(limit.cut(), Side.BOTH);
        limit.rule().fire();
        return;
      }
    }
    write(bytes);
  }

  private void write(ByteBuf bytes) {
    if (out.isActive()) {
      proxy.tally().passed(direction, bytes.readableBytes());
    }
    out.write(bytes); // released by Netty, also if the channel is closed
  }

  /** Throws away what is queued and what will be read: one of the ends is gone. */
  void dry() {
    isDry = true;
    queue.forEach(Parcel::discard);
    queue.clear();
    queuedBytes = 0;
  }
}
