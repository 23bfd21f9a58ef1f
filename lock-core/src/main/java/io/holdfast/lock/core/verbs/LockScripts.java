package io.holdfast.lock.core.verbs;

import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.script.LuaScript.Source;
import java.util.Optional;

/**
 * The scripts of one kind of lock. Each is called with all keys of the lock.
 *
 * @param endThin of kinds with thin holds, which have no ledger
 * @param leave of kinds that one has at a time
 * @param change of kinds that count something
 * @param severalHold whether the server may grant one while another of the same client is held
 */
public record LockScripts(
    LuaScript acquire,
    LuaScript release,
    Optional<LuaScript> endThin,
    LuaScript renew,
    LuaScript roll,
    LuaScript await,
    LuaScript unpark,
    LuaScript signal,
    LuaScript force,
    LuaScript inspect,
    LuaScript disown,
    Optional<LuaScript> leave,
    Optional<LuaScript> change,
    boolean severalHold) {

  /** Those of a lock that one has at a time, whose holds are thin while nobody waits. */
  public static final LockScripts EXCLUSIVE = thin(file -> null);

  /**
   * Those of a kind that one has at a time, held as the plain lock is ({@code holder.lua}). It
   * takes and ends at once what needs no more.
   */
  public static LockScripts alone(Source variant) {
    return load(orAlone(variant), false, Optional.empty(), false);
  }

  /** The same of a kind whose holds are thin while nobody waits ({@code holder_key.lua}). */
  public static LockScripts thin(Source variant) {
    Source orThin = variant.or(file -> LockScripts.class.getResourceAsStream("thin/" + file));
    return load(orAlone(orThin), true, Optional.empty(), false);
  }

  private static Source orAlone(Source variant) {
    return orExclusive(variant.or(file -> LockScripts.class.getResourceAsStream("alone/" + file)));
  }

  /**
   * Those of a kind with ideas of its own, as of who has it and who is next: each script, and each
   * file that one includes, is the variant's if it has one of that name.
   */
  public static LockScripts variant(Source variant) {
    return load(orExclusive(variant), false, Optional.empty(), false);
  }

  /** The same of a kind that counts, which has a script for changing that: several may take. */
  public static LockScripts counting(Source variant) {
    Source orCounting =
        variant.or(file -> LockScripts.class.getResourceAsStream("counting/" + file));
    return load(orExclusive(orCounting), false, Optional.of("change.lua"), true);
  }

  /**
   * The same of a kind of which several have a part at a time, each by an entry of its own ({@code
   * holders.lua}).
   *
   * @param change the script of a kind whose size can be changed
   */
  public static LockScripts shared(Source variant, Optional<String> change) {
    Source orShared = variant.or(file -> LockScripts.class.getResourceAsStream("shared/" + file));
    return load(orExclusive(orShared), false, change, true);
  }

  private static Source orExclusive(Source variant) {
    return variant.or(Source.beside(LockScripts.class));
  }

  private static LockScripts load(
      Source files, boolean hasThinHolds, Optional<String> change, boolean severalHold) {
    Source source = files.or(Source.beside(LuaScript.class)).remembering();
    return new LockScripts(
        LuaScript.load(source, "acquire.lua"),
        LuaScript.load(source, "release.lua"),
        hasThinHolds ? Optional.of(LuaScript.load(source, "end_thin.lua")) : Optional.empty(),
        LuaScript.load(source, "renew.lua"),
        LuaScript.load(source, severalHold ? "roll_of_many.lua" : "roll.lua"),
        LuaScript.load(source, "await.lua"),
        LuaScript.load(source, "unpark.lua"),
        LuaScript.load(source, "signal.lua"),
        LuaScript.load(source, "force.lua"),
        LuaScript.load(source, "inspect.lua"),
        LuaScript.load(source, "disown.lua"),
        severalHold ? Optional.empty() : Optional.of(LuaScript.load(source, "leave.lua")),
        change.map(file -> LuaScript.load(source, file)),
        severalHold);
  }
}
