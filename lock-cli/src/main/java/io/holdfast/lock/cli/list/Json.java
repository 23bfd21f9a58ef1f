package io.holdfast.lock.cli.list;

import io.holdfast.lock.cli.LockKind;
import io.holdfast.lock.cli.list.Tickets.WaitingClient;
import io.holdfast.lock.core.deadlock.BlockedThread;
import io.holdfast.lock.core.deadlock.Deadlocks;
import io.holdfast.lock.core.deadlock.LockRef;
import io.holdfast.lock.core.gate.Revocable.Held;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Entries as JSON, an object a line. The schema is a promise, and is in docs/command-line.md: what
 * is not known is left out, times are in milliseconds.
 */
final class Json {

  private final long nowMicros;

  /**
   * As of now.
   *
   * @param nowMicros the server's clock; a token is about the microsecond in which it was drawn
   */
  Json(long nowMicros) {
    this.nowMicros = nowMicros;
  }

  /** Without waiters. */
  String line(Entry entry) {
    return start(entry).end();
  }

  /** With waiters. */
  String line(Entry entry, List<WaitingClient> waiting) {
    return start(entry).raw("waiters", array(waiting.stream().map(Json::waiter).toList())).end();
  }

  private Fields start(Entry entry) {
    Fields fields = new Fields().text("kind", entry.kind().word()).text("name", entry.name());
    if (entry instanceof Entry.Foreign foreign) {
      return fields
          .text("state", "foreign")
          .text("key", foreign.key())
          .text("type", foreign.type());
    }
    if (entry instanceof Entry.Counted counted) {
      return counted(fields, counted);
    }
    Entry.Owned owned = (Entry.Owned) entry;
    fields
        .text("state", owned.isHeld() ? "held" : "free")
        .number("waiting", owned.waiting())
        .raw("holders", array(owned.holders().stream().map(held -> holder(owned, held)).toList()));
    return owned.kind() == LockKind.POOL
        ? fields.number("size", owned.size()).number("available", owned.available())
        : fields;
  }

  private static Fields counted(Fields fields, Entry.Counted it) {
    boolean isLatch = it.kind() == LockKind.LATCH;
    boolean isHeld = it.isThere() && (isLatch ? it.left() > 0 : it.left() < it.size());
    fields.text("state", isHeld ? "held" : "free").number("waiting", it.waiting());
    if (!it.isThere()) {
      return fields;
    }
    return fields
        .number(isLatch ? "initial" : "size", it.size())
        .number(isLatch ? "count" : "available", it.left());
  }

  private String holder(Entry.Owned owned, Held held) {
    Fields fields = person(held.clientLabel()).number("leaseLeftMs", held.remaining().toMillis());
    if (owned.kind() == LockKind.POOL) {
      return fields.number("permits", held.permits()).end();
    }
    owned
        .heldFor(nowMicros)
        .ifPresent(
            time ->
                fields
                    .number("heldMs", time.toMillis())
                    .number("token", held.token().orElseThrow()));
    return fields.end();
  }

  /** Threads that wait for each other, in the order in which each waits for the next. */
  String line(Deadlocks.Cycle cycle) {
    return new Fields()
        .raw("deadlock", array(cycle.threads().stream().map(this::blocked).toList()))
        .end();
  }

  private String blocked(Deadlocks.Witness witness) {
    BlockedThread thread = witness.thread();
    return person(witness.client())
        .text("thread", thread.name())
        .number(
            "waitedMs",
            Math.max(0, TimeUnit.MICROSECONDS.toMillis(nowMicros) - thread.sinceMillis()))
        .raw("waitsFor", lock(thread.waitsFor()))
        .raw("holds", array(thread.holds().stream().map(Json::lock).toList()))
        .end();
  }

  private static String lock(LockRef lock) {
    String kind =
        lock.kind() == io.holdfast.lock.LockKind.PLAIN ? LockKind.LOCK.word() : lock.kind().text();
    return new Fields().text("kind", kind).text("name", lock.name()).end();
  }

  private static String waiter(WaitingClient client) {
    Fields fields = person(client.label()).number("waitedMs", client.since().toMillis());
    client.permits().ifPresent(permits -> fields.number("permits", permits));
    return fields.end();
  }

  private static Fields person(String label) {
    Fields fields = new Fields().text("label", label);
    Holder who = Holder.of(label);
    who.host().ifPresent(host -> fields.text("host", host));
    who.process().ifPresent(process -> fields.number("process", process));
    return fields;
  }

  private static String array(List<String> items) {
    return items.stream().collect(Collectors.joining(",", "[", "]"));
  }

  /** As JSON writes text. */
  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars()
        .forEach(
            c -> {
              if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
              } else if (c < ' ' || c == 0x7f || Character.isSurrogate((char) c)) {
                quoted.append(String.format(Locale.ROOT, "\\u%04x", c));
              } else {
                quoted.append((char) c);
              }
            });
    return quoted.append('"').toString();
  }

  /** The fields of an object, in their order. */
  private static final class Fields {

    private final StringBuilder text = new StringBuilder("{");

    Fields text(String name, String value) {
      return raw(name, quoted(value));
    }

    Fields number(String name, long value) {
      return raw(name, Long.toString(value));
    }

    Fields raw(String name, String value) {
      text.append(text.length() > 1 ? "," : "").append(quoted(name)).append(':').append(value);
      return this;
    }

    String end() {
      return text.append('}').toString();
    }
  }
}
