package io.holdfast.lock.testkit.proxy;

import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.Locale;

/**
 * One command or one reply as it stood on the wire.
 *
 * @param bytes all of it; owned by the holder of the frame
 * @param type its first byte
 * @param words the strings in it, in order, at most {@link RespFramer#MAX_WORDS}
 * @param elements of an array on the outside how many elements it has; otherwise the number of
 *     words
 */
record Frame(ByteBuf bytes, char type, List<String> words, int elements) {

  /** The first word in upper case; empty if there is none. */
  String verb() {
    return words.isEmpty() ? "" : words.get(0).toUpperCase(Locale.ROOT);
  }
}
