package io.holdfast.lock.core.server;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.ProtocolKeyword;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A command that deletes a key if it is a certain text: newer servers have one, which costs them
 * about a third of a script that does the same.
 */
@SuppressWarnings("deprecation") // older versions of Lettuce ask a keyword for its name
public enum NativeDelete implements ProtocolKeyword {

  /** Of Valkey, since 9.0. */
  DELIFEQ,

  /** Of Redis, since 8.4. */
  DELEX;

  /** The answer where the key was this text: it is gone. */
  public static final long DELETED = 1;

  /**
   * The answer where the key is missing, another text, or of another type; or to be asked later.
   */
  public static final long LEFT = 0;

  /** The answer where the server does not know the command, or the user may not send it. */
  public static final long REFUSED = -1;

  /** That which a server has for this user, by what the probe could not do there. */
  static Optional<NativeDelete> besides(List<Object> probed) {
    return Stream.of(values()).filter(one -> !Missing.isTold(one.name(), probed)).findFirst();
  }

  /** Not sent yet. */
  public AsyncCommand<String, String, List<Object>> command(String key, String text) {
    CommandArgs<String, String> args = new CommandArgs<>(StringCodec.UTF8).addKey(key);
    if (this == DELEX) {
      args.add("IFEQ");
    }
    return new AsyncCommand<>(new Command<>(this, new Answer(), args.addValue(text)));
  }

  @Override
  public byte[] getBytes() {
    return name().getBytes(StandardCharsets.US_ASCII);
  }

  /** One number, also where the server answers an error: the key was left, and a script is next. */
  private static final class Answer extends CommandOutput<String, String, List<Object>> {

    Answer() {
      super(StringCodec.UTF8, List.of());
    }

    @Override
    public void set(long number) {
      output = List.of(number);
    }

    /** What the server says; not what goes wrong in the client. */
    @Override
    public void setError(ByteBuffer error) {
      String told = StandardCharsets.US_ASCII.decode(error).toString();
      output = List.of(isRefusal(told) ? REFUSED : LEFT);
    }

    /** Not if it is of the type of the key, nor if it passes, such as LOADING. */
    private static boolean isRefusal(String error) {
      boolean isOfType = error.contains("string type"); // of DELEX; others say WRONGTYPE
      return error.startsWith("NOPERM") || (error.startsWith("ERR") && !isOfType);
    }
  }
}
