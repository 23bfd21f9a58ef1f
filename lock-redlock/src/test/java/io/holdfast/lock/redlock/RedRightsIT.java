package io.holdfast.lock.redlock;

import static io.holdfast.lock.testkit.concurrent.Eventually.within;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.testkit.junit.FreshServer;
import io.holdfast.lock.testkit.server.RedisServer;
import io.holdfast.lock.testkit.topology.Masters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Users with no more rights than docs/protocol.md says are needed can use quorum locks. */
class RedRightsIT extends RedLockSuite {

  private static final Pattern OF_NODES =
      Pattern.compile("The nodes of a quorum need (.*), unless quarantine is off");

  private Masters three;
  private List<String> words = List.of();
  private List<String> ofNodes = List.of();

  @BeforeEach
  void read(@FreshServer(masters = 3) Masters masters) throws IOException {
    three = masters;
    String page = Files.readString(Path.of("..", "docs", "protocol.md"));
    int begin = page.indexOf("ACL SETUSER locker");
    words =
        Arrays.stream(page.substring(begin, page.indexOf("```", begin)).split("\\s+", -1))
            .filter(word -> !word.isEmpty())
            .map(word -> word.startsWith(">") ? ">secret" : word)
            .toList();
    Matcher nodes = OF_NODES.matcher(page.replaceAll("\\s+", " "));
    assertThat(nodes.find()).isTrue();
    ofNodes =
        Arrays.stream(nodes.group(1).split("[^+a-z]+", -1))
            .filter(word -> word.startsWith("+"))
            .toList();
    assertThat(ofNodes).contains("+info");
  }

  private List<String> allow(List<String> rights) {
    return three.servers().stream()
        .map(
            server -> {
              server.admin().command(rights.toArray(String[]::new));
              remembers(server, 3, Duration.ofHours(1));
              return "redis://locker:secret@127.0.0.1:" + server.port();
            })
        .toList();
  }

  private void assertIsUsable(RedLockSettings.Builder settings, List<String> uris)
      throws InterruptedException {
    DistributedLock mine = open(settings, uris).locks().get(NAME);
    DistributedLock theirs = open(settings, uris).locks().get(NAME);
    Hold hold = mine.acquire();
    CompletableFuture<Hold> waiting = theirs.acquireAsync();
    within(SOON).isTrue("it waits", () -> mine.inspect().queueLength() > 0);
    hold.extend(Duration.ofSeconds(50));
    hold.close();
    assertThat(waiting).succeedsWithin(SOON);
    assertThat(waiting.join().token()).isGreaterThan(hold.token());
    assertThat(mine.forceUnlock()).isTrue();
    for (RedisServer server : three.servers()) {
      awaitFree(SOON, server, NAME);
    }
  }

  @Test
  void documentedRights_areEnough() throws Exception {
    List<String> uris = allow(Stream.concat(words.stream(), ofNodes.stream()).toList());
    assertIsUsable(RedLockSettings.builder(), uris);
  }

  @Test
  void documentedRights_withoutQuarantine_areFewer() throws Exception {
    assertIsUsable(RedLockSettings.builder().quarantine(false), allow(words));
  }

  @Test
  void tryLock_nodesDoNotTellOfThemselves_saysSo() {
    DistributedLock lock = open(RedLockSettings.builder(), allow(words)).locks().get(NAME);
    assertThatThrownBy(lock::tryLock)
        .isInstanceOf(LockServerException.class)
        .hasMessageContaining("2 of 3 nodes are needed (");
  }
}
