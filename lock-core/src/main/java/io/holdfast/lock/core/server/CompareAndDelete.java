package io.holdfast.lock.core.server;

import io.holdfast.lock.core.script.LuaScript;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Deletes a key if it is a certain text: by a command of the server, if it has one for this user,
 * or else by a script. Any thread.
 */
final class CompareAndDelete {

  private volatile @Nullable NativeDelete command; // null: there is none

  /** This is what the server has. */
  void found(@Nullable NativeDelete ofServer) {
    command = ofServer;
  }

  /** A call that does it; not sent yet. */
  ScriptCall<Boolean> call(
      LuaScript script, String key, String text, Consumer<Outcome<Boolean>> then) {
    return new ScriptCall<>(
        script, new String[] {key}, new String[] {text}, true, this::isDeleted, then, command);
  }

  private boolean isDeleted(List<Object> reply) {
    long answer = (Long) reply.get(0);
    if (answer == NativeDelete.REFUSED) {
      command = null; // the server is an older one now, say
    }
    return answer == NativeDelete.DELETED;
  }
}
