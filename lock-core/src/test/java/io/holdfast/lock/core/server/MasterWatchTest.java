package io.holdfast.lock.core.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisURI;
import io.lettuce.core.event.connection.ConnectedEvent;
import io.lettuce.core.event.connection.DisconnectedEvent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MasterWatchTest {

  private static final String SWITCHED = "+switch-master";
  private static final String TO_SECOND = "main 10.0.0.1 6379 10.0.0.2 6380";

  private final List<String> moves = new ArrayList<>();
  private final RedisURI uri = RedisURI.create("redis-sentinel://one,two,three#main");
  private final RedisURI second = uri.getSentinels().get(1);
  private final MasterWatch watch = new MasterWatch(uri, moves::add);
  private final InetSocketAddress ours = InetSocketAddress.createUnresolved("client", 1);

  private static InetSocketAddress at(String host, int port) {
    try {
      return new InetSocketAddress(InetAddress.getByAddress("db", ip(host)), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] ip(String host) throws UnknownHostException {
    return InetAddress.getByName(host).getAddress();
  }

  private void connectTo(String host, int port) {
    watch.heard(new ConnectedEvent(ours, at(host, port)));
  }

  private void disconnectFrom(String host, int port) {
    watch.heard(new DisconnectedEvent(ours, at(host, port)));
  }

  @Test
  void told_connectedToTheOldMaster_movesAndAsksThatSentinelFirst() {
    connectTo("10.0.0.1", 6379);

    watch.told(second, SWITCHED, TO_SECOND);

    assertThat(moves).containsExactly("10.0.0.2:6380");
    assertThat(watch.uri().getSentinels()).extracting(RedisURI::getHost).startsWith("two");
    assertThat(watch.uri().getSentinels()).hasSize(3);
    assertThat(uri.getSentinels()).extracting(RedisURI::getHost).startsWith("one");
  }

  @Test
  void told_promotionBeforeTheSwitch_moves() {
    connectTo("10.0.0.1", 6379);

    watch.told(second, "+promoted-slave", "slave 10.0.0.2:6380 10.0.0.2 6380 @ main 10.0.0.1 6379");

    assertThat(moves).containsExactly("10.0.0.2:6380");
  }

  @Test
  void told_byTheNextSentinelWhenWeHaveLeft_doesNotMoveAgain() {
    connectTo("10.0.0.1", 6379);
    disconnectFrom("10.0.0.1", 6379);
    connectTo("10.0.0.2", 6380);

    watch.told(second, SWITCHED, TO_SECOND);

    assertThat(moves).isEmpty();
  }

  @Test
  void told_oneOfTwoConnectionsIsLeft_moves() {
    connectTo("10.0.0.1", 6379);
    connectTo("10.0.0.1", 6379);
    disconnectFrom("10.0.0.1", 6379);

    watch.told(second, SWITCHED, TO_SECOND);

    assertThat(moves).hasSize(1);
  }

  @Test
  void told_namesOfHosts_areKnown() {
    connectTo("10.0.0.1", 6379);

    watch.told(second, SWITCHED, "main db 6379 other 6379");

    assertThat(moves).containsExactly("other:6379");
  }

  @Test
  void told_ofAnotherMasterOrInOtherWords_isIgnored() {
    connectTo("10.0.0.1", 6379);

    watch.told(second, SWITCHED, TO_SECOND.replace("main", "mainline"));
    watch.told(second, SWITCHED, "main 10.0.0.1");

    assertThat(moves).isEmpty();
    assertThat(watch.uri()).isSameAs(uri);
  }
}
