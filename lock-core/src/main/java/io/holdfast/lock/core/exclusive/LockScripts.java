package io.holdfast.lock.core.exclusive;

import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.script.LuaScript.Source;
import java.util.Optional;

/**
 * The scripts of one kind of lock. Each is called with all keys of the lock.
 *
 * @param change of kinds that count something
 */
public record LockScripts(
    LuaScript acquire,
    LuaScript release,
    LuaScript renew,
    LuaScript roll,
    LuaScript await,
    LuaScript unpark,
    LuaScript signal,
    LuaScript force,
    LuaScript inspect,
    Optional<LuaScript> change) {

  /** Those of a lock that one has at a time. */
  static final LockScripts EXCLUSIVE = load(Source.beside(LockScripts.class), Optional.empty());

  /**
   * Those of a kind with ideas of its own, as of who has it and who is next: each script, and each
   * file that one includes, is the variant's if it has one of that name.
   */
  public static LockScripts variant(Source variant) {
    return load(withOurs(variant), Optional.empty());
  }

  /** The same of a kind that counts, which has a script for changing that. */
  public static LockScripts counting(Source variant) {
    return load(withOurs(variant), Optional.of(LuaScript.load(withOurs(variant), "change.lua")));
  }

  private static Source withOurs(Source variant) {
    return variant.or(Source.beside(LockScripts.class));
  }

  private static LockScripts load(Source source, Optional<LuaScript> change) {
    return new LockScripts(
        LuaScript.load(source, "acquire.lua"),
        LuaScript.load(source, "release.lua"),
        LuaScript.load(source, "renew.lua"),
        LuaScript.load(source, "roll.lua"),
        LuaScript.load(source, "await.lua"),
        LuaScript.load(source, "unpark.lua"),
        LuaScript.load(source, "signal.lua"),
        LuaScript.load(source, "force.lua"),
        LuaScript.load(source, "inspect.lua"),
        change);
  }
}
