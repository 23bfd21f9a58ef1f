package io.holdfast.benchmarks.jmh;

import io.holdfast.benchmarks.subject.LockHandle;
import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.Subject;
import io.holdfast.lock.testkit.server.RedisServer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A client of the subject that is measured, and a server for it. */
@State(Scope.Benchmark)
public class Client {

  /** Who; bare Lettuce can do free locks only. */
  @Param({"REDISSON", "BARE", "HOLDFAST"})
  public Subject subject = Subject.HOLDFAST;

  /** The server's URI, or {@code own}: one is started in the benchmark's JVM's care. */
  @Param("own")
  public String redis = "own";

  private @Nullable RedisServer server;
  private @Nullable LockSubject client;

  /** Starts the server, if it is to be our own, and connects. */
  @Setup(Level.Trial)
  public void open() {
    String uri = redis;
    if (redis.equals("own")) {
      RedisServer own = RedisServer.start();
      server = own;
      uri = own.uri();
    }
    client = subject.open(uri);
  }

  /** Closes the client and our own server. */
  @TearDown(Level.Trial)
  public void close() {
    if (client != null) {
      client.close();
    }
    if (server != null) {
      server.close();
    }
  }

  LockHandle lock(String name) {
    if (client == null) {
      throw new IllegalStateException("not set up");
    }
    return client.lock("bench-jmh-" + name);
  }
}
