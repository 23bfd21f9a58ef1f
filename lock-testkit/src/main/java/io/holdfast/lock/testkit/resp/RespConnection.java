package io.holdfast.lock.testkit.resp;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * One socket that speaks RESP 2. Not thread-safe: who owns it serialises its use. Closing from any
 * thread ends a read.
 */
final class RespConnection implements AutoCloseable {

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;

  private RespConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = new BufferedOutputStream(socket.getOutputStream());
  }

  /** Connects, authenticates and selects the database; each step is bounded by the time-out. */
  static RespConnection open(RespAddress address, Duration timeout) throws IOException {
    int timeoutMillis = Math.toIntExact(timeout.toMillis());
    Socket socket = new Socket();
    try {
      socket.connect(new InetSocketAddress(address.host(), address.port()), timeoutMillis);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(timeoutMillis);
      RespConnection connection =
          new RespConnection(address.tls() ? encrypt(socket, address) : socket);
      connection.enter(address);
      return connection;
    } catch (IOException | RuntimeException e) {
      socket.close();
      throw e;
    }
  }

  private static Socket encrypt(Socket socket, RespAddress address) throws IOException {
    SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
    return factory.createSocket(socket, address.host(), address.port(), true);
  }

  private void enter(RespAddress address) throws IOException {
    if (address.password().isPresent()) {
      List<String> auth = new ArrayList<>(List.of("AUTH"));
      address.user().ifPresent(auth::add);
      auth.add(address.password().get());
      call(auth);
    }
    if (address.database() != 0) {
      call(List.of("SELECT", Integer.toString(address.database())));
    }
  }

  private void call(List<String> command) throws IOException {
    send(command);
    if (read() instanceof RespException error) {
      throw error;
    }
  }

  /**
   * Whether the server has not closed the connection, as far as this machine knows; sends nothing.
   */
  boolean isOpen() {
    try {
      int timeoutMillis = socket.getSoTimeout();
      socket.setSoTimeout(1);
      in.mark(1);
      try {
        if (in.read() < 0) {
          return false;
        }
        in.reset();
      } catch (SocketTimeoutException e) {
        // Nothing to read: the usual case.
      }
      socket.setSoTimeout(timeoutMillis);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** No time-out on reads from here on: for listeners, which are ended by {@link #close()}. */
  void waitForever() throws IOException {
    socket.setSoTimeout(0);
  }

  void send(List<String> command) throws IOException {
    line("*" + command.size());
    for (String word : command) {
      byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
      line("$" + bytes.length);
      out.write(bytes);
      line("");
    }
    out.flush();
  }

  private void line(String text) throws IOException {
    out.write((text + "\r\n").getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * One reply: {@code String}, {@code Long}, {@code List}, null, or a {@link RespException} as a
   * value.
   */
  @Nullable Object read() throws IOException {
    int type = in.read();
    if (type < 0) {
      throw new EOFException("the server closed the connection");
    }
    String head = readLine();
    return switch (type) {
      case '+' -> head;
      case '-' -> new RespException(head);
      case ':' -> Long.valueOf(head);
      case '$' -> readBulk(Integer.parseInt(head));
      case '*' -> readArray(Integer.parseInt(head));
      default ->
          throw new ProtocolException("not a RESP 2 reply: type byte " + type + ", then " + head);
    };
  }

  private @Nullable String readBulk(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw new EOFException(
          "the server closed the connection within a reply of " + length + " bytes");
    }
    readLine();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private @Nullable List<@Nullable Object> readArray(int length) throws IOException {
    if (length < 0) {
      return null;
    }
    List<@Nullable Object> elements = new ArrayList<>(length);
    for (int i = 0; i < length; i++) {
      elements.add(read());
    }
    return Collections.unmodifiableList(elements);
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int next = in.read(); next != '\r'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the server closed the connection within a line");
      }
      line.write(next);
    }
    if (in.read() != '\n') {
      throw new ProtocolException("not a RESP 2 reply: CR without LF after " + line);
    }
    return line.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // Closing is all that is wanted of it, and there is nobody left who could do it better.
    }
  }
}
