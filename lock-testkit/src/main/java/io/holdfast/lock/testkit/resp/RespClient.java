package io.holdfast.lock.testkit.resp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A blocking client over one socket. Commands of several threads are sent one after the other.
 *
 * <p>Replies are {@code String}, {@code Long}, {@code List} (of these) or null; an error reply is
 * thrown as {@link RespException}. Text is UTF-8 in both directions. A reply that does not come
 * within the time-out, or a broken connection, is an {@link UncheckedIOException} and closes the
 * client: what came later would be the answer to another question.
 */
public final class RespClient implements AutoCloseable {

  private static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(1);

  private final RespAddress address;
  private final Duration timeout;
  private final RespConnection connection;
  private volatile boolean open =
      true; // written by the thread that closes it, or whose command broke

  private RespClient(RespAddress address, Duration timeout, RespConnection connection) {
    this.address = address;
    this.timeout = timeout;
    this.connection = connection;
  }

  /** Connects with a time-out of 60 s. See {@link #connect(String, Duration)}. */
  public static RespClient connect(String uri) {
    return connect(uri, DEFAULT_TIMEOUT);
  }

  /**
   * Connects to {@code redis[s]://[[user:]password@]host[:port][/database]}.
   *
   * @param timeout bounds connecting and then every reply; positive
   * @throws UncheckedIOException if nobody answers
   * @throws RespException if the server does not let us in
   */
  public static RespClient connect(String uri, Duration timeout) {
    RespAddress address = RespAddress.parse(uri);
    if (timeout.toMillis() <= 0) {
      throw new IllegalArgumentException("timeout: " + timeout + " is shorter than 1 ms");
    }
    try {
      return new RespClient(address, timeout, RespConnection.open(address, timeout));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot connect to " + address + ": " + e.getMessage(), e);
    }
  }

  /**
   * Sends one command and waits for its reply.
   *
   * @throws RespException if the reply is an error
   */
  public @Nullable Object command(String... words) {
    Object reply = pipeline(List.of(List.of(words))).get(0);
    if (reply instanceof RespException error) {
      throw error;
    }
    return reply;
  }

  /**
   * Sends these commands, and then waits for the replies of all.
   *
   * @return the replies in the order of the commands; one that is an error is a {@link
   *     RespException}
   */
  public synchronized List<@Nullable Object> pipeline(List<List<String>> commands) {
    if (!open) {
      throw new UncheckedIOException(
          new IOException("the connection to " + address + " is closed"));
    }
    List<@Nullable Object> replies = new ArrayList<>();
    try {
      for (List<String> command : commands) {
        connection.send(command);
      }
      while (replies.size() < commands.size()) {
        replies.add(connection.read());
      }
    } catch (IOException e) {
      close();
      String what = commands.get(replies.size()).get(0) + ": no reply from " + address;
      throw new UncheckedIOException(
          e instanceof SocketTimeoutException
              ? what + " within " + timeout.toMillis() + " ms"
              : what + ": " + e.getMessage(),
          e);
    }
    return replies;
  }

  /** As {@link #command}, for a reply that is a string. */
  public String text(String... words) {
    return expect(String.class, command(words), words);
  }

  /** As {@link #command}, for a reply that is an integer, or a string of digits. */
  public long number(String... words) {
    Object reply = command(words);
    return reply instanceof String digits
        ? Long.parseLong(digits)
        : expect(Long.class, reply, words);
  }

  /** As {@link #command}, for a reply that is an array. */
  @SuppressWarnings("unchecked") // arrays are made by RespConnection, and of nothing else
  public List<@Nullable Object> array(String... words) {
    return (List<@Nullable Object>) expect(List.class, command(words), words);
  }

  /** As {@link #command}, for an array without nulls; every element as text. */
  public List<String> texts(String... words) {
    return array(words).stream().map(Objects::requireNonNull).map(Object::toString).toList();
  }

  private static <T> T expect(Class<T> type, @Nullable Object reply, String... words) {
    if (reply == null || !type.isInstance(reply)) {
      throw new IllegalStateException(
          "%s: the reply is not a %s but %s".formatted(words[0], type.getSimpleName(), reply));
    }
    return type.cast(reply);
  }

  /**
   * Whether the client may still be used: not closed, neither by us nor, as far as this machine
   * knows, by the server.
   */
  public synchronized boolean isOpen() {
    return open && connection.isOpen();
  }

  /** Closes the socket; a command that waits elsewhere fails. Idempotent. */
  @Override
  public void close() {
    open = false;
    connection.close();
  }
}
