package io.holdfast.lock.core.server;

import io.holdfast.lock.core.script.LuaScript;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The way that requests take: its number, and which scripts went along it with their text. With a
 * new way the scripts are forgotten first, and the number changes after that. Any thread; never
 * blocks.
 */
final class RequestPath {

  private final AtomicInteger generation = new AtomicInteger();
  private final Set<String> told = ConcurrentHashMap.newKeySet(); // scripts, by their SHA-1

  /** Requests may go another way from now on. */
  void becomeNew() {
    told.clear();
    generation.incrementAndGet();
  }

  /** The number of the present way. */
  int generation() {
    return generation.get();
  }

  /** Whether the script is to go with its text: this is its first use on this way. */
  boolean isFirstUse(LuaScript script) {
    return told.add(script.sha1());
  }

  /** The server does not know the script: its next use counts as the first. */
  void isUnknown(LuaScript script) {
    told.remove(script.sha1());
  }
}
