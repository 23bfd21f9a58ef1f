package io.holdfast.lock.torture.client;

import io.holdfast.lock.LockListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a client is to be like. Immutable: every method with an argument returns a refined copy.
 * What it does not say is as the kind has it by default.
 */
public final class ClientSpec {

  /**
   * How soon a client asks again, and gives up.
   *
   * @param claimLease how long a grant stands before the grantee has said anything
   * @param commandTimeout how long an answer of the server may take
   * @param unreachableLimit how long an untimed waiter bears a server that cannot be asked
   */
  public record Pace(Duration claimLease, Duration commandTimeout, Duration unreachableLimit) {

    /**
     * A claim lease of 5 s, a command time-out of 2 s, and a minute of patience: the usual ones.
     */
    public static final Pace USUAL =
        new Pace(Duration.ofSeconds(5), Duration.ofSeconds(2), Duration.ofMinutes(1));

    /** As usual, but for a claim lease of 5 min. */
    public static final Pace CALM =
        new Pace(Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofMinutes(1));

    /**
     * Calm, with a day of patience. Where a test has minutes pass at once, a question may be on its
     * way, and is unanswered for so long.
     */
    public static final Pace PATIENT =
        new Pace(Duration.ofMinutes(5), Duration.ofSeconds(2), Duration.ofDays(1));

    /** A claim lease of 2 s, a command time-out of 300 ms, and 5 min of patience. */
    public static final Pace QUICK =
        new Pace(Duration.ofSeconds(2), Duration.ofMillis(300), Duration.ofMinutes(5));
  }

  private static final ClientSpec DEFAULTS = new ClientSpec();

  private @Nullable String label;
  private @Nullable Duration lease;
  private @Nullable Pace pace;
  private boolean isSilent;
  private @Nullable String address;
  private @Nullable Executor callbackExecutor;
  private List<LockListener> listeners = List.of();
  private List<LockListener> directListeners = List.of();
  private @Nullable ClientClock time;
  private boolean isOfCluster;

  private ClientSpec() {}

  private ClientSpec copy() {
    ClientSpec copy = new ClientSpec();
    copy.label = label;
    copy.lease = lease;
    copy.pace = pace;
    copy.isSilent = isSilent;
    copy.address = address;
    copy.callbackExecutor = callbackExecutor;
    copy.listeners = listeners;
    copy.directListeners = directListeners;
    copy.time = time;
    copy.isOfCluster = isOfCluster;
    return copy;
  }

  /** A client as it comes. */
  public static ClientSpec defaults() {
    return DEFAULTS;
  }

  /** With this name for people. */
  public ClientSpec label(String label) {
    ClientSpec copy = copy();
    copy.label = label;
    return copy;
  }

  /** With renewed leases of this length. */
  public ClientSpec lease(Duration lease) {
    ClientSpec copy = copy();
    copy.lease = lease;
    return copy;
  }

  /** With these times. */
  public ClientSpec pace(Pace pace) {
    ClientSpec copy = copy();
    copy.pace = pace;
    return copy;
  }

  /** Telling of no long waits, and so asking the server for no holder. */
  public ClientSpec silent() {
    ClientSpec copy = copy();
    copy.isSilent = true;
    return copy;
  }

  /** Reaching its server at this address, such as that of a proxy in front of it. */
  public ClientSpec through(String uri) {
    ClientSpec copy = copy();
    copy.address = uri;
    return copy;
  }

  /** Calm, and with leases of 10 min, unless something else was said. */
  public ClientSpec calm() {
    ClientSpec calm = pace == null ? pace(Pace.CALM) : this;
    return lease == null ? calm.lease(Duration.ofMinutes(10)) : calm;
  }

  /** With this listener too. */
  public ClientSpec listener(LockListener listener) {
    ClientSpec copy = copy();
    copy.listeners = with(listener, listeners);
    return copy;
  }

  /** With this one too, which hears of attempts and releases where they end. */
  public ClientSpec directListener(LockListener listener) {
    ClientSpec copy = copy();
    copy.directListeners = with(listener, directListeners);
    return copy;
  }

  private static List<LockListener> with(LockListener listener, List<LockListener> others) {
    List<LockListener> more = new ArrayList<>(others);
    more.add(listener);
    return List.copyOf(more);
  }

  /** With callbacks on this executor. */
  public ClientSpec callbackExecutor(Executor executor) {
    ClientSpec copy = copy();
    copy.callbackExecutor = executor;
    return copy;
  }

  /** With this time. */
  public ClientSpec time(ClientClock time) {
    ClientSpec copy = copy();
    copy.time = time;
    return copy;
  }

  /** Of a cluster, of which its address names a node. */
  public ClientSpec ofCluster() {
    ClientSpec copy = copy();
    copy.isOfCluster = true;
    return copy;
  }

  /** The client's name for people. */
  public Optional<String> label() {
    return Optional.ofNullable(label);
  }

  /** Whether it tells of no long waits. */
  public boolean isSilent() {
    return isSilent;
  }

  /** The length of renewed leases. */
  public Optional<Duration> lease() {
    return Optional.ofNullable(lease);
  }

  /** The other times. */
  public Optional<Pace> pace() {
    return Optional.ofNullable(pace);
  }

  /** Where to connect to instead of the server itself. */
  public Optional<String> address() {
    return Optional.ofNullable(address);
  }

  /** Where futures complete and listeners run. */
  public Optional<Executor> callbackExecutor() {
    return Optional.ofNullable(callbackExecutor);
  }

  /** What the client takes for the time, if it can take another than that of this machine. */
  public Optional<ClientClock> time() {
    return Optional.ofNullable(time);
  }

  /** Whether the server is a cluster. */
  public boolean isOfCluster() {
    return isOfCluster;
  }

  /** Hear of attempts and releases in the threads in which they end. */
  public List<LockListener> directListeners() {
    return directListeners;
  }

  /** Hear the client's events. */
  public List<LockListener> listeners() {
    return listeners;
  }
}
