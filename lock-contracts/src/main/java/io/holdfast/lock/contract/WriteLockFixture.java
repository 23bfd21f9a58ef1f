package io.holdfast.lock.contract;

import io.holdfast.lock.LockKind;
import io.holdfast.lock.testkit.server.TestServer;
import io.holdfast.lock.torture.client.ClientSpec;
import io.holdfast.lock.torture.client.LockClient;
import io.holdfast.lock.torture.client.ReadWriteLockClient;
import java.util.List;

/** The write locks of a kind of read-write lock. They promise what the plain lock does. */
record WriteLockFixture(ReadWriteFixture pairs) implements LockFixture {

  @Override
  public LockKind kind() {
    return LockKind.WRITE;
  }

  @Override
  public LockClient open(ClientSpec spec) {
    return ReadWriteLockClient.of(pairs.open(spec));
  }

  @Override
  public List<TestServer> servers() {
    return pairs.servers();
  }

  @Override
  public List<String> keys(String name) {
    ReadWriteKeys keys = pairs.keys(name);
    return List.of(keys.writer(), keys.queue());
  }

  @Override
  public String holderPattern() {
    return pairs.writerPattern();
  }

  @Override
  public boolean passesOn() {
    return true;
  }

  @Override
  public boolean keepsOrderOfClients() {
    return true;
  }

  @Override
  public boolean keepsOrderOfArrival() {
    return false;
  }

  @Override
  public boolean keepsTestTime() {
    return true;
  }
}
