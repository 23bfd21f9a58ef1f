package io.holdfast.lock;

/**
 * Some permits of a {@link PermitPool}, held for as long as their lease lasts. The contract of
 * {@link Hold} applies: a permit belongs to no thread, any thread may close it, and a loss is
 * reported. Exception: the token does not fence. It is the number of the request in the order of
 * arrival, in which permits are granted. So tokens rise, but several hold at the same time, and a
 * resource cannot refuse the lower token.
 */
public interface Permit extends Hold {

  /** How many permits these are. */
  int permits();
}
