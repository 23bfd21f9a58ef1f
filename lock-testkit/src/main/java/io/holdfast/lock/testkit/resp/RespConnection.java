package io.holdfast.lock.testkit.resp;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/**
 * One socket that speaks RESP 2, by Jedis. Not thread-safe: who owns it serialises its use. Closing
 * from any thread ends a read.
 */
final class RespConnection implements AutoCloseable {

  private final Socket socket;
  private final Connection connection;

  private RespConnection(Socket socket, Connection connection) {
    this.socket = socket;
    this.connection = connection;
  }

  /** Connects, authenticates and selects the database; each step is bounded by the time-out. */
  static RespConnection open(RespAddress address, Duration timeout) throws IOException {
    HostAndPort server = new HostAndPort(address.host(), address.port());
    JedisClientConfig config = new Config(address, Math.toIntExact(timeout.toMillis()));
    Socket socket = spoken(new DefaultJedisSocketFactory(server, config)::createSocket);
    try {
      socket.setSoLinger(false, 0); // what was sent is on its way, however soon it is closed
      if (socket instanceof SSLSocket tls) {
        tls.startHandshake(); // at once: an untrusted server is to be refused here
      }
      return new RespConnection(socket, spoken(() -> new Connection(() -> socket, config)));
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Nothing is sent that nobody asked for: tests count and read a server's commands. Not by Jedis's
   * builder, so that Jedis 7 will do, which has fewer methods there.
   */
  private record Config(RespAddress address, int timeoutMillis) implements JedisClientConfig {

    @Override
    public @Nullable RedisProtocol getRedisProtocol() {
      return null; // RESP 2 everywhere; to ask for it would be a question
    }

    @Override
    public boolean isAutoNegotiateProtocol() { // of Jedis 8
      return false;
    }

    @Override
    public ClientSetInfoConfig getClientSetInfoConfig() {
      return ClientSetInfoConfig.DISABLED;
    }

    @Override
    public int getConnectionTimeoutMillis() {
      return timeoutMillis;
    }

    @Override
    public int getSocketTimeoutMillis() {
      return timeoutMillis;
    }

    @Override
    public @Nullable SslOptions getSslOptions() {
      return address.tls() ? SslOptions.builder().build() : null;
    }

    @Override
    public @Nullable String getUser() {
      return address.user().orElse(null);
    }

    @Override
    public @Nullable String getPassword() {
      return address.password().orElse(null);
    }

    @Override
    public int getDatabase() {
      return address.database();
    }
  }

  /**
   * Whether the server has not closed the connection, as far as this machine knows; sends nothing.
   * To be asked between a reply and the next command: bytes that arrive there answer nothing, and
   * such a connection must not be used any more.
   */
  boolean isOpen() {
    try {
      int timeoutMillis = socket.getSoTimeout();
      socket.setSoTimeout(1);
      try {
        socket.getInputStream().read();
        return false;
      } catch (SocketTimeoutException e) { // nothing to read: the usual case
        socket.setSoTimeout(timeoutMillis);
        return true;
      }
    } catch (IOException e) {
      return false;
    }
  }

  /** No time-out on reads from here on: for listeners, which are ended by {@link #close()}. */
  void waitForever() throws IOException {
    socket.setSoTimeout(0);
  }

  void send(List<String> command) throws IOException {
    byte[][] words =
        command.stream().map(word -> word.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    byte[][] arguments = Arrays.copyOfRange(words, 1, words.length);
    spoken(
        () -> {
          connection.sendCommand(() -> words[0], arguments);
          return connection;
        });
  }

  /**
   * One reply: {@code String}, {@code Long}, {@code List}, null, or a {@link RespException} as a
   * value. What was sent before goes out with it.
   */
  @Nullable Object read() throws IOException {
    try {
      return decoded(spoken(connection::getOne));
    } catch (RespException e) {
      return e;
    }
  }

  private static @Nullable Object decoded(@Nullable Object reply) {
    if (reply instanceof byte[] bytes) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    if (reply instanceof List<?> elements) {
      List<@Nullable Object> decoded = new ArrayList<>(elements.size());
      elements.forEach(element -> decoded.add(decoded(element)));
      return Collections.unmodifiableList(decoded);
    }
    return reply instanceof JedisDataException error ? answered(error) : reply;
  }

  /** Does it, and says what went wrong in the testkit's words. */
  private static <T> T spoken(Supplier<T> exchange) throws IOException {
    try {
      return exchange.get();
    } catch (JedisDataException e) {
      throw answered(e);
    } catch (JedisException e) {
      throw reason(e);
    }
  }

  /** For each address of a host that Jedis tried in vain it has suppressed one. */
  private static IOException reason(JedisException e) {
    return Stream.concat(Stream.ofNullable(e.getCause()), Stream.of(e.getSuppressed()))
        .filter(IOException.class::isInstance)
        .map(IOException.class::cast)
        .findFirst()
        .orElseGet(() -> new IOException(e.getMessage(), e));
  }

  private static RespException answered(JedisDataException error) {
    return new RespException(String.valueOf(error.getMessage()));
  }

  @Override
  public void close() {
    try {
      connection.forceDisconnect(); // unlike close() it does not send what is still to be sent
    } catch (IOException e) {
      // Closing is all that is wanted of it, and there is nobody left who could do it better.
    }
  }
}
