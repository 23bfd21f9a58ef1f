package io.holdfast.lock.testkit.server;

import io.holdfast.lock.testkit.resp.RespClient;

/** A server that somebody else runs, under a URI we were given. */
final class ExternalServer implements TestServer {

  private final String uri;
  private final AdminConnection admin;
  private final ServerVersion version;

  private ExternalServer(String uri, AdminConnection admin) {
    this.uri = uri;
    this.admin = admin;
    this.version = RunningVersion.of(info("server"));
  }

  /** Connects, to fail now and not in the first test. */
  static ExternalServer connect(String uri) {
    return new ExternalServer(uri, new AdminConnection(uri));
  }

  @Override
  public String uri() {
    return uri;
  }

  @Override
  public ServerVersion version() {
    return version;
  }

  @Override
  public RespClient admin() {
    return admin.get();
  }

  @Override
  public void close() {
    admin.close();
  }
}
