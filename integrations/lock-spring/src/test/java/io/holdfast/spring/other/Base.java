package io.holdfast.spring.other;

import io.holdfast.spring.Locked;

/** With a method that no proxy in another package can override. */
public class Base {

  @Locked("a")
  void pay() {}
}
