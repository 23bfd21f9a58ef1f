package io.holdfast.lock;

/**
 * Some permits of a {@link PermitPool}, held for as long as their lease lasts. What {@link Hold}
 * says of a hold is so of a permit: it belongs to whoever has the object, any thread may close it,
 * and a loss is told. One thing is not: the token is the number of its request in the order of
 * arrival, in which permits are given; so it rises, but others hold at the same time, and a
 * resource cannot refuse the lower one.
 */
public interface Permit extends Hold {

  /** How many they are. */
  int permits();
}
