package io.holdfast.lock.cli.demo;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;

/** A worker's connection to the {@link CounterStore}. One thread. */
final class CounterClient implements AutoCloseable {

  private final Socket socket;
  private final BufferedReader in;

  CounterClient(int port, String worker) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    this.in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    send("hello " + worker);
  }

  long read() throws IOException {
    return Long.parseLong(ask("read")[1]);
  }

  /** Empty if it was accepted; otherwise the highest token that the store has seen. */
  OptionalLong write(long token, long value) throws IOException {
    String[] answer = ask("write " + token + ' ' + value);
    return answer[0].equals("accepted")
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(answer[1]));
  }

  private String[] ask(String request) throws IOException {
    send(request);
    String answer = in.readLine();
    if (answer == null) {
      throw new EOFException("the counter is gone");
    }
    return answer.split(" ", -1);
  }

  private void send(String line) throws IOException {
    socket.getOutputStream().write((line + '\n').getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
