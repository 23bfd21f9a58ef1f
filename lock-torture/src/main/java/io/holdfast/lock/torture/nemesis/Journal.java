package io.holdfast.lock.torture.nemesis;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a nemesis writes what it does: memory, a file, a listener. Written by its thread. */
final class Journal implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);

  private final List<NemesisEvent> events = new CopyOnWriteArrayList<>();
  private final Optional<BufferedWriter> file;
  private final Consumer<NemesisEvent> listener;
  private boolean complained; // of the nemesis's thread

  Journal(Optional<Path> path, Consumer<NemesisEvent> listener) {
    this.file = path.map(Journal::open);
    this.listener = listener;
  }

  private static BufferedWriter open(Path path) {
    try {
      return Files.newBufferedWriter(path);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the journal " + path, e);
    }
  }

  /** Never throws: what has been injected has to be healed whatever becomes of the journal. */
  void write(NemesisEvent.Kind kind, int round, String fault, String detail) {
    NemesisEvent event = new NemesisEvent(System.nanoTime(), kind, round, fault, detail);
    events.add(event);
    try {
      if (file.isPresent()) {
        file.get().write(event + "\n");
        file.get().flush();
      }
      listener.accept(event);
    } catch (IOException | RuntimeException | Error e) {
      if (!complained) {
        complained = true;
        LOG.warn("Nemesis: not written, or its listener failed; logged once: {}", event, e);
      }
    }
  }

  List<NemesisEvent> events() {
    return List.copyOf(events);
  }

  @Override
  public void close() {
    try {
      if (file.isPresent()) {
        file.get().close();
      }
    } catch (IOException e) {
      LOG.warn("Nemesis: the journal could not be closed", e);
    }
  }
}
