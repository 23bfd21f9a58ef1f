package io.holdfast.lock.core.server;

import io.holdfast.lock.core.script.LuaScript;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A script and what it works on.
 *
 * @param isRepeatable whether it is sent again, behind what was sent meanwhile, if the server does
 *     not know the script; otherwise that is a failure
 * @param decoder reads the reply
 * @param then who wants to know what became of it
 * @param instead a command that is sent in its place, with the first key and the first argument
 */
@SuppressWarnings("ArrayRecordComponent") // on its way to Lettuce, which takes arrays
record ScriptCall<T>(
    LuaScript script,
    String[] keys,
    String[] args,
    boolean isRepeatable,
    Function<List<Object>, T> decoder,
    Consumer<Outcome<T>> then,
    @Nullable NativeDelete instead) {

  ScriptCall(
      LuaScript script,
      String[] keys,
      String[] args,
      boolean isRepeatable,
      Function<List<Object>, T> decoder,
      Consumer<Outcome<T>> then) {
    this(script, keys, args, isRepeatable, decoder, then, null);
  }

  /** As Lettuce's own {@code eval} and {@code evalsha} make it; not sent yet. */
  AsyncCommand<String, String, List<Object>> command(boolean withText) {
    if (instead != null) {
      return instead.command(keys[0], args[0]);
    }
    CommandArgs<String, String> words = new CommandArgs<>(StringCodec.UTF8);
    if (withText) {
      words.add(script.text().getBytes(StandardCharsets.UTF_8));
    } else {
      words.add(script.sha1());
    }
    words.add(keys.length).addKeys(keys).addValues(args);
    return new AsyncCommand<>(
        new Command<>(
            withText ? CommandType.EVAL : CommandType.EVALSHA,
            new NestedMultiOutput<>(StringCodec.UTF8),
            words));
  }

  void answered(List<Object> reply) {
    then.accept(Outcome.decoded(reply, decoder));
  }

  void failed(ServerFailure failure) {
    then.accept(new Outcome.Failed<>(failure));
  }
}
