package io.holdfast.lock.cli.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The resource that the lock is to protect: a number that is read and written over the network, in
 * two requests, with nothing to stop two clients from reading the same value and writing the same
 * successor. What it does do is fencing: it refuses a write with a token below the highest that it
 * has accepted.
 *
 * <pre>
 *   hello NAME        who speaks
 *   read              value N
 *   write TOKEN N     accepted | refused HIGHEST
 * </pre>
 */
final class CounterStore implements AutoCloseable {

  /**
   * A write, as it was asked for.
   *
   * @param worker who asked
   * @param token with this token
   * @param value to be the new value
   * @param accepted whether it was done
   */
  record Write(String worker, long token, long value, boolean accepted) {}

  private final ServerSocket server;
  private final List<Socket> connections = new ArrayList<>(); // guarded by this
  private final List<Write> writes = new ArrayList<>(); // guarded by this
  private long value; // guarded by this
  private long highestToken; // guarded by this

  private CounterStore(ServerSocket server) {
    this.server = server;
  }

  static CounterStore open() {
    try {
      CounterStore store =
          new CounterStore(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
      start("demo-counter", store::accept);
      return store;
    } catch (IOException e) {
      throw new UncheckedIOException("no port for the counter: " + e.getMessage(), e);
    }
  }

  int port() {
    return server.getLocalPort();
  }

  synchronized long value() {
    return value;
  }

  synchronized List<Write> writes() {
    return List.copyOf(writes);
  }

  private void accept() {
    try {
      while (true) {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        remember(socket);
        start("demo-counter-" + socket.getPort(), () -> serve(socket));
      }
    } catch (IOException e) {
      // Closed.
    }
  }

  private synchronized void remember(Socket socket) {
    connections.add(socket);
  }

  private void serve(Socket socket) {
    String worker = "?";
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] words = line.split(" ", -1);
        if (words[0].equals("hello")) {
          worker = words[1];
        } else {
          String answer =
              words[0].equals("read")
                  ? "value " + value()
                  : write(worker, Long.parseLong(words[1]), Long.parseLong(words[2]));
          socket.getOutputStream().write((answer + '\n').getBytes(StandardCharsets.US_ASCII));
        }
      }
    } catch (IOException e) {
      // The worker was killed, or we are closed.
    }
  }

  synchronized String write(String worker, long token, long newValue) {
    boolean accepted = token >= highestToken;
    writes.add(new Write(worker, token, newValue, accepted));
    if (!accepted) {
      return "refused " + highestToken;
    }
    highestToken = token;
    value = newValue;
    return "accepted";
  }

  private static void start(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    List<Socket> open;
    synchronized (this) {
      open = List.copyOf(connections);
    }
    try {
      server.close();
      for (Socket socket : open) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
