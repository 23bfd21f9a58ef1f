package io.holdfast.lock.testkit.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A socket on which commands are typed: sees how a connection ends, byte by byte. */
final class RawClient implements AutoCloseable {

  /** How a connection ended. */
  enum End {
    FIN,
    RST
  }

  private final Socket socket = new Socket();
  private final InputStream in;

  RawClient(int port) throws IOException {
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 2_000);
    socket.setTcpNoDelay(true);
    in = socket.getInputStream();
  }

  RawClient send(String... lines) throws IOException {
    String text = String.join("\r\n", lines) + "\r\n";
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  /** The next line, without its end. */
  String line() throws IOException {
    return line(Duration.ofSeconds(5));
  }

  private String line(Duration limit) throws IOException {
    socket.setSoTimeout((int) limit.toMillis());
    StringBuilder line = new StringBuilder();
    for (int next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new IOException("ended after: " + line);
      }
      line.append((char) next);
    }
    return line.toString().strip();
  }

  /** Whether nothing comes for so long, not even the end. */
  boolean isSilentFor(Duration time) throws IOException {
    socket.setSoTimeout((int) time.toMillis());
    try {
      return in.read() == Integer.MIN_VALUE; // never: something has come
    } catch (SocketTimeoutException e) {
      return true;
    } catch (SocketException e) {
      return false;
    }
  }

  /** How many bytes still come, and then the end. */
  int bytesToEnd() throws IOException {
    socket.setSoTimeout(5_000);
    int bytes = 0;
    try {
      while (in.read() >= 0) {
        bytes++;
      }
    } catch (SocketException e) {
      // a reset
    }
    return bytes;
  }

  End end() throws IOException {
    socket.setSoTimeout(5_000);
    try {
      int next = in.read();
      if (next >= 0) {
        throw new AssertionError("no end but byte " + next);
      }
      return End.FIN;
    } catch (SocketTimeoutException e) {
      throw new AssertionError("open and silent", e);
    } catch (SocketException e) {
      return End.RST;
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
