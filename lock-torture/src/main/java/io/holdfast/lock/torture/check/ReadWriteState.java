package io.holdfast.lock.torture.check;

import io.holdfast.lock.torture.history.Event;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The state of a {@link ReadWriteModel}.
 *
 * @param writer the writer, if there is one
 * @param readers the readers, by hold
 * @param fence the token of the last writer
 * @param ceiling the highest token of all so far
 * @param writes how many writers with a token there have been
 * @param reads how many readers with a token
 * @param floorNanos the latest end by itself of a hold so far: all that follows took effect after
 *     it
 */
record ReadWriteState(
    Optional<Owner> writer,
    Map<Long, Owner> readers,
    long fence,
    long ceiling,
    int writes,
    int reads,
    long floorNanos) {

  /** Before the first call. */
  static final ReadWriteState FREE =
      new ReadWriteState(Optional.empty(), Map.of(), 0, 0, 0, 0, Long.MIN_VALUE);

  /**
   * A hold.
   *
   * @param acquisition what it began with
   * @param count how often it was entered
   */
  record Owner(Call acquisition, int count) {

    long hold() {
      return acquisition.hold();
    }

    /** Whether it may have ended by itself when the call took effect. */
    boolean mayBeOverBy(Call call) {
      return call.returnedNanos() >= acquisition.expiryNanos();
    }

    /** The hold tells what it began with. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Owner that && that.hold() == hold() && that.count == count;
    }

    @Override
    public int hashCode() {
      return 31 * Long.hashCode(hold()) + count;
    }

    Owner count(int other) {
      return new Owner(acquisition, other);
    }
  }

  boolean isFree() {
    return writer.isEmpty() && readers.isEmpty();
  }

  /** The hold of this id, if it is there. */
  Optional<Owner> find(long hold) {
    return writer
        .filter(owner -> owner.hold() == hold)
        .or(() -> Optional.ofNullable(readers.get(hold)));
  }

  boolean isWriter(Owner owner) {
    return writer.filter(other -> other.hold() == owner.hold()).isPresent();
  }

  ReadWriteState withReader(Owner reader) {
    Map<Long, Owner> more = new HashMap<>(readers);
    more.put(reader.hold(), reader);
    return new ReadWriteState(writer, more, fence, ceiling, writes, reads, floorNanos);
  }

  ReadWriteState withWriter(Optional<Owner> other) {
    return new ReadWriteState(other, readers, fence, ceiling, writes, reads, floorNanos);
  }

  ReadWriteState withoutReaders() {
    return new ReadWriteState(writer, Map.of(), fence, ceiling, writes, reads, floorNanos);
  }

  /** A reader was given this token. */
  ReadWriteState read(long token) {
    return new ReadWriteState(
        writer, readers, fence, Math.max(ceiling, token), writes, reads + 1, floorNanos);
  }

  /** A writer was given this token. */
  ReadWriteState written(long token) {
    return new ReadWriteState(writer, readers, token, token, writes + 1, reads, floorNanos);
  }

  /** The same hold with another count. */
  ReadWriteState counted(Owner owner, int count) {
    Owner changed = owner.count(count);
    return isWriter(owner) ? withWriter(Optional.of(changed)) : withReader(changed);
  }

  /** Without this hold. */
  ReadWriteState without(Owner owner) {
    if (isWriter(owner)) {
      return withWriter(Optional.empty());
    }
    Map<Long, Owner> less = new HashMap<>(readers);
    less.remove(owner.hold());
    return new ReadWriteState(writer, less, fence, ceiling, writes, reads, floorNanos);
  }

  /** This hold has ended by itself. */
  ReadWriteState expired(Owner owner) {
    ReadWriteState less = without(owner);
    long floor = Math.max(floorNanos, owner.acquisition().expiryNanos());
    return new ReadWriteState(less.writer, less.readers, fence, ceiling, writes, reads, floor);
  }

  @Override
  public String toString() {
    String text =
        writer
            .map(
                owner ->
                    "held by the writer %s, count %s"
                        .formatted(Event.shortHold(owner.hold()), owner.count()))
            .orElse("");
    String separator = text.isEmpty() || readers.isEmpty() ? "" : " and ";
    String reading =
        readers.isEmpty()
            ? ""
            : (text.isEmpty() ? "held " : "")
                + "by the readers "
                + readers.keySet().stream()
                    .sorted()
                    .map(Event::shortHold)
                    .collect(Collectors.joining(", "));
    return isFree()
        ? "free after token " + fence
        : text + separator + reading + ", last writer's token " + fence;
  }
}
