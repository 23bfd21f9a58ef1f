package io.holdfast.benchmarks.work;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * How long some waited, each to one part in a hundred. Those of several threads and JVMs can be put
 * together, so that a percentile is one of all. Not to be written by one thread while another uses
 * it.
 *
 * @param nanos the times
 */
public record Waits(Histogram nanos) {

  private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(2);
  private static final int DIGITS = 2;

  /** None so far; what is longer than two minutes counts as that. */
  static Waits none() {
    return new Waits(new Histogram(LONGEST_NANOS, DIGITS));
  }

  /** All of these. */
  static Waits sum(Stream<Waits> parts) {
    Waits all = none();
    parts.forEach(part -> all.nanos.add(part.nanos));
    return all;
  }

  void add(long wait) {
    nanos.recordValue(Math.max(0, Math.min(wait, LONGEST_NANOS)));
  }

  /** How many. */
  public long count() {
    return nanos.getTotalCount();
  }

  /** So many of a hundred waited no longer; zero if nobody waited. */
  public double millisAt(double percentile) {
    return nanos.getValueAtPercentile(percentile) / 1e6;
  }

  /** The longest; zero if nobody waited. */
  public double longestMillis() {
    return nanos.getMaxValue() / 1e6;
  }

  /** As one word. */
  String toWord() {
    ByteBuffer buffer = ByteBuffer.allocate(nanos.getNeededByteBufferCapacity());
    int length = nanos.encodeIntoCompressedByteBuffer(buffer);
    buffer.flip().limit(length);
    return US_ASCII.decode(Base64.getEncoder().encode(buffer)).toString();
  }

  static Waits parse(String word) {
    try {
      return new Waits(
          Histogram.decodeFromCompressedByteBuffer(
              ByteBuffer.wrap(Base64.getDecoder().decode(word)), LONGEST_NANOS));
    } catch (DataFormatException e) {
      throw new IllegalArgumentException("waits '%s': not a histogram".formatted(word), e);
    }
  }
}
