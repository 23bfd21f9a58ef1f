package io.holdfast.lock.testkit.proxy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Finds where commands or replies begin and end in a stream that comes in pieces: RESP 2 and RESP
 * 3, and commands as people type them. Of one thread.
 */
final class RespFramer {

  static final int MAX_WORDS = 64;
  private static final int MAX_WORD_BYTES = 4096;

  private final boolean ofCommands;
  private ByteBuf stream = Unpooled.buffer();
  private int position; // of the next element, from the reader index
  private long missing = 1; // elements until the frame is whole
  private char type;
  private int elements = -1; // until it is known
  private final List<String> words = new ArrayList<>();

  private RespFramer(boolean ofCommands) {
    this.ofCommands = ofCommands;
  }

  static RespFramer ofCommands() {
    return new RespFramer(true);
  }

  static RespFramer ofReplies() {
    return new RespFramer(false);
  }

  /** Takes what came, and its ownership. */
  void add(ByteBuf piece) {
    stream.discardReadBytes();
    stream.writeBytes(piece);
    piece.release();
  }

  /** The next whole frame, if there is one. */
  Optional<Frame> next() {
    while (missing > 0) {
      if (!scan()) {
        return Optional.empty();
      }
    }
    Frame frame =
        new Frame(
            stream.readBytes(position),
            type,
            List.copyOf(words),
            elements < 0 ? words.size() : elements);
    reset();
    return Optional.of(frame);
  }

  private void reset() {
    position = 0;
    missing = 1;
    elements = -1;
    words.clear();
  }

  /** What has come and makes no frame yet: the rest of a stream that has ended. */
  ByteBuf rest() {
    ByteBuf rest = stream.copy();
    stream.clear();
    reset();
    return rest;
  }

  void release() {
    stream.release();
    stream = Unpooled.EMPTY_BUFFER;
  }

  /** Goes over one element's head, and its body if it has one. Returns false if it is not whole. */
  private boolean scan() {
    int start = stream.readerIndex() + position;
    int newline = stream.indexOf(start, stream.writerIndex(), (byte) '\n');
    if (newline < 0) {
      return false;
    }
    char kind = (char) stream.getUnsignedByte(start);
    boolean isOuter = position == 0;
    if (isOuter) {
      type = kind;
    }
    int end = newline + 1 - stream.readerIndex();
    if (ofCommands && isOuter && kind != '*') {
      String line = text(start, newline - start);
      Arrays.stream(line.strip().split("\\s+", -1)).filter(w -> !w.isEmpty()).forEach(this::word);
      elements = words.size();
      return done(end, 0);
    }
    String head = text(start + 1, newline - start - 1).strip();
    return switch (kind) {
      case '*', '~', '>' -> aggregate(end, count(head), isOuter);
      case '%' -> aggregate(end, 2 * count(head), isOuter);
      case '|' -> done(end, 2 * count(head) + 1); // attributes stand before the element itself
      case '$', '=', '!' -> bulk(end, count(head));
      default -> {
        word(head);
        yield done(end, 0);
      }
    };
  }

  private boolean aggregate(int end, long count, boolean isOuter) {
    long present = Math.max(0, count); // a null array has -1
    if (isOuter) {
      elements = Math.toIntExact(present);
    }
    return done(end, present);
  }

  private boolean bulk(int end, long length) {
    if (length < 0) {
      return done(end, 0);
    }
    if (stream.readableBytes() < end + length + 2) {
      return false;
    }
    word(text(stream.readerIndex() + end, Math.toIntExact(length)));
    return done(Math.toIntExact(end + length + 2), 0);
  }

  private boolean done(int end, long more) {
    position = end;
    missing += more - 1;
    return true;
  }

  private void word(String text) {
    if (words.size() < MAX_WORDS) {
      words.add(text);
    }
  }

  /** The number in a head; 0 for null arrays and for what is no number. */
  private static long count(String head) {
    try {
      return Long.parseLong(head);
    } catch (NumberFormatException e) {
      return 0; // the server will complain; we only look for the end
    }
  }

  private String text(int index, int length) {
    return stream.toString(index, Math.min(length, MAX_WORD_BYTES), StandardCharsets.UTF_8);
  }
}
