package io.holdfast.lock.core.key;

import io.lettuce.core.cluster.SlotHash;

/** The slots of a Redis Cluster. Any thread. */
public final class Slots {

  private Slots() {}

  /** The slot of this key, or of this channel. */
  public static int of(String key) {
    return SlotHash.getSlot(key);
  }

  /**
   * A hash tag of that slot, without its braces: the lowest number of which the digits are in it.
   * Every client has the same.
   */
  public static String tag(int slot) {
    return Integer.toString(Tags.NUMBERS[slot]);
  }

  /** Made when the first is asked for. */
  private static final class Tags {

    private static final int[] NUMBERS = new int[SlotHash.SLOT_COUNT];

    static {
      boolean[] isKnown = new boolean[SlotHash.SLOT_COUNT];
      int missing = SlotHash.SLOT_COUNT;
      for (int number = 0; missing > 0; number++) {
        int slot = SlotHash.getSlot(Integer.toString(number));
        if (!isKnown[slot]) {
          isKnown[slot] = true;
          NUMBERS[slot] = number;
          missing--;
        }
      }
    }
  }
}
