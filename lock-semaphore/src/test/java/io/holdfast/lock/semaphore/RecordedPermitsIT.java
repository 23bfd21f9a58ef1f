package io.holdfast.lock.semaphore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.holdfast.lock.DistributedSemaphore;
import io.holdfast.lock.Permit;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.testkit.junit.RedisServerExtension;
import io.holdfast.lock.testkit.server.TestServer;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What the flight recorder is told of permits; FlightRecorderIT has what it is told of locks. */
@ExtendWith(RedisServerExtension.class)
class RecordedPermitsIT {

  @TempDir private Path folder;

  @Test
  void permits_ofPoolAndSemaphore_areRecordedByTheirKinds(TestServer server) throws Exception {
    try (Recording recording = new Recording();
        HoldfastClient client = HoldfastClient.connect(server.uri())) {
      recording.enable("io.holdfast.LockAcquire").withoutThreshold();
      recording.enable("io.holdfast.LockHold").withoutThreshold();
      recording.start();
      Semaphores semaphores = new Semaphores(client);
      Permit permit = semaphores.pool("recorded", 2).acquire(2);
      permit.close();
      DistributedSemaphore semaphore = semaphores.get("recorded", 1);
      semaphore.acquire();
      assertThat(semaphore.tryAcquire()).isFalse();
      semaphore.release();
      Path file = folder.resolve("permits.jfr");
      recording.dump(file);

      List<RecordedEvent> events = RecordingFile.readAllEvents(file);
      assertThat(events)
          .filteredOn(event -> event.getEventType().getName().endsWith("LockAcquire"))
          .extracting(event -> event.getString("kind"), event -> event.getString("outcome"))
          .containsExactlyInAnyOrder(
              tuple("pool", "acquired"), tuple("semaphore", "granted"), tuple("semaphore", "held"));
      assertThat(events)
          .filteredOn(event -> event.getEventType().getName().endsWith("LockHold"))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.getString("kind")).isEqualTo("pool");
                assertThat(event.getString("outcome")).isEqualTo("released");
                assertThat(event.getLong("token")).isEqualTo(permit.token());
              });
    }
  }
}
