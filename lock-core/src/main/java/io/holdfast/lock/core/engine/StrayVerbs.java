package io.holdfast.lock.core.engine;

import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.server.Outcome;
import java.util.List;
import java.util.function.Consumer;

/** Ends acquisitions that the server has, and their client has not. */
public interface StrayVerbs {

  /** Where a look at all that the server has begins. */
  String BEGINNING = "0";

  /** Does not look, unless one of the named is there: then from the beginning. */
  String NOWHERE = "";

  /**
   * What is asked.
   *
   * @param keys the lock
   * @param clientId whose acquisitions
   * @param holding those of which all is to end
   * @param waiting those whose tickets are to go; not what they may have been granted meanwhile
   * @param from where to look for others
   */
  record Disowning(
      LockKeys keys, String clientId, List<String> holding, List<String> waiting, String from) {}

  /**
   * What is answered.
   *
   * @param wereThere how many of the named were there
   * @param next where to go on looking
   * @param holding others that hold, or have a part, or a promise
   * @param waiting others that wait
   */
  record Others(int wereThere, String next, List<String> holding, List<String> waiting) {}

  /** Ends them. May be repeated. */
  void disown(Disowning those, Consumer<Outcome<Others>> then);
}
