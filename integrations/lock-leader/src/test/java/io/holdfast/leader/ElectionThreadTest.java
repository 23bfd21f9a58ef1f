package io.holdfast.leader;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The thread that calls the listener. */
class ElectionThreadTest extends LocalElections {

  @Test
  void listener_isCalledByADaemonThreadThatEndsWhenThereIsNothingToDo() {
    List<Thread> callers = new CopyOnWriteArrayList<>();
    Heard heard =
        new Heard() {
          @Override
          public void granted(Leadership leadership) throws Exception {
            callers.add(Thread.currentThread());
            super.granted(leadership);
          }
        };
    try (LeaderElection election = LeaderElection.start(lock, heard)) {
      Leadership first = heard.term(1);
      assertThat(callers.get(0).getName()).isEqualTo("holdfast-leader-billing");
      assertThat(callers.get(0).isDaemon()).isTrue();

      eventually().isTrue("the thread has ended", () -> !callers.get(0).isAlive());

      assertThat(first.isValid()).isTrue();
      first.resign();
      assertThat(heard.term(2).isValid()).isTrue();
      assertThat(election.leadership()).isPresent();
    }
  }

  @Test
  void thread_isStartedByWhoever_hasTheClassLoaderOfTheBeginAndNoThreadLocals() throws Exception {
    InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
    Thread starter = Thread.currentThread();
    ClassLoader before = starter.getContextClassLoader();
    ClassLoader ofTheBegin = new ClassLoader(before) {};
    starter.setContextClassLoader(ofTheBegin);
    ElectionThread thread = new ElectionThread("holdfast-leader-clean");
    starter.setContextClassLoader(before);
    local.set("of the starter");

    CompletableFuture<Optional<String>> inherited = new CompletableFuture<>();
    CompletableFuture<ClassLoader> loader = new CompletableFuture<>();
    thread.run(
        () -> {
          inherited.complete(Optional.ofNullable(local.get()));
          loader.complete(Thread.currentThread().getContextClassLoader());
        });

    assertThat(inherited.get(60, TimeUnit.SECONDS)).isEmpty();
    assertThat(loader.get(60, TimeUnit.SECONDS)).isSameAs(ofTheBegin);
    thread.end();
  }

  @Test
  void thread_cannotBeStarted_isTriedAgain() {
    AtomicInteger asked = new AtomicInteger();
    CompletableFuture<String> retrier = new CompletableFuture<>();
    ElectionThread thread =
        new ElectionThread(
            task -> {
              if (asked.incrementAndGet() == 1) {
                throw new OutOfMemoryError("unable to create native thread");
              }
              retrier.complete(Thread.currentThread().getName());
              return new Thread(task, "holdfast-leader-late");
            });
    Heard heard = new Heard();
    Candidate candidate = new Candidate(lock, heard, false, thread, Pauses.FIRST);

    candidate.begin();

    assertThat(heard.term(1).isValid()).isTrue();
    assertThat(retrier.join()).as("the JDK's timer, no new thread").containsIgnoringCase("delay");
    assertThat(candidate.close()).succeedsWithin(60, TimeUnit.SECONDS);
  }
}
