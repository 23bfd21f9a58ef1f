package io.holdfast.lock.core.engine;

/** What is done to a number that nobody owns: permits that are free, or the count of a latch. */
public sealed interface Change {

  /**
   * Permits become free.
   *
   * @param permits how many
   */
  record Give(long permits) implements Change {}

  /**
   * Permits that nobody came for become free again; nothing is begun with them.
   *
   * @param permits how many
   */
  record GiveBack(long permits) implements Change {}

  /**
   * There are more permits altogether, and as many more are free.
   *
   * @param by how many; below zero for fewer
   */
  record Grow(long by) implements Change {}

  /**
   * There is another number of permits altogether.
   *
   * @param size that number
   */
  record Resize(long size) implements Change {}

  /** All permits that are free are taken, or those that are missing are given. */
  record Drain() implements Change {}

  /** A latch counts down by one. */
  record CountDown() implements Change {}

  /** Nothing is changed: the server tells what is there, and is told what it may forget. */
  record Look() implements Change {}
}
