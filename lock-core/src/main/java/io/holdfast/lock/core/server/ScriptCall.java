package io.holdfast.lock.core.server;

import io.holdfast.lock.core.script.LuaScript;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisScriptingAsyncCommands;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A script and what it works on.
 *
 * @param isRepeatable whether it is sent again, behind what was sent meanwhile, if the server does
 *     not know the script; otherwise that is a failure
 * @param decoder reads the reply
 * @param then who wants to know what became of it
 */
@SuppressWarnings("ArrayRecordComponent") // on its way to Lettuce, which takes arrays
record ScriptCall<T>(
    LuaScript script,
    String[] keys,
    String[] args,
    boolean isRepeatable,
    Function<List<Object>, T> decoder,
    Consumer<Outcome<T>> then) {

  RedisFuture<List<Object>> send(
      RedisScriptingAsyncCommands<String, String> scripting, boolean withText) {
    return withText
        ? scripting.eval(script.text(), ScriptOutputType.MULTI, keys, args)
        : scripting.evalsha(script.sha1(), ScriptOutputType.MULTI, keys, args);
  }

  void answered(List<Object> reply) {
    then.accept(new Outcome.Answered<>(reply).map(decoder));
  }

  void failed(ServerFailure failure) {
    then.accept(new Outcome.Failed<>(failure));
  }
}
