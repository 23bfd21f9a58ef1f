package io.holdfast.lock.core.inbox;

/**
 * The words of a message, one after the other, with a blank between them. Numbers are read where
 * they stand, as a message is read for every turn that waits. Not thread-safe.
 */
final class Words {

  private final String text;
  private int from; // where the next begins; behind the end if there is none

  Words(String text) {
    this.text = text;
  }

  boolean hasMore() {
    return from <= text.length();
  }

  private int end() {
    int blank = text.indexOf(' ', from);
    return blank < 0 ? text.length() : blank;
  }

  String next() {
    int end = end();
    String word = text.substring(from, end);
    from = end + 1;
    return word;
  }

  /** Leaves out that number of words, or all if there are fewer. */
  void skip(int count) {
    for (int i = 0; i < count && hasMore(); i++) {
      from = end() + 1;
    }
  }

  long nextNumber() {
    int end = end();
    long number = Long.parseLong(text, from, end, 10);
    from = end + 1;
    return number;
  }

  /** The next number; 0 if there are no more words. */
  long nextNumberIfAny() {
    return hasMore() ? nextNumber() : 0;
  }

  /** The number in the next word, which is an id: {@code clientId:number:claim…}. */
  long nextId() {
    int end = end();
    int behindClient = text.indexOf(':', from) + 1;
    if (behindClient == 0) {
      throw new NumberFormatException("no id: " + text);
    }
    int colon = text.indexOf(':', behindClient);
    long number = Long.parseLong(text, behindClient, colon < 0 || colon > end ? end : colon, 10);
    from = end + 1;
    return number;
  }

  /** All that is left, with its blanks. */
  String rest() {
    return text.substring(from);
  }
}
