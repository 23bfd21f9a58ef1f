package io.holdfast.lock.testkit.proxy;

import io.netty.buffer.ByteBuf;

/** Something on its way through a {@link Pipe}: bytes, or the end. Of the proxy's thread. */
final class Parcel {

  private final Content content;
  private long dueNanos;
  private boolean held;

  /** What is on its way. */
  sealed interface Content {

    /** To be passed on. */
    record Bytes(ByteBuf bytes) implements Content {}

    /**
     * To be done when everything before it has been passed on; nothing comes after it.
     *
     * @param orElse what is done if it does not come to that
     */
    record End(Runnable action, Runnable orElse) implements Content {}
  }

  Parcel(Content content, long dueNanos) {
    this.content = content;
    this.dueNanos = dueNanos;
  }

  Content content() {
    return content;
  }

  long dueNanos() {
    return dueNanos;
  }

  void delay(long nanos) {
    dueNanos += nanos;
  }

  void hold() {
    held = true;
  }

  void release() {
    held = false;
  }

  boolean isHeld() {
    return held;
  }

  int size() {
    return content instanceof Content.Bytes bytes ? bytes.bytes().readableBytes() : 0;
  }

  void discard() {
    if (content instanceof Content.Bytes bytes) {
      bytes.bytes().release();
    } else if (content instanceof Content.End end) {
      end.orElse().run();
    }
  }
}
