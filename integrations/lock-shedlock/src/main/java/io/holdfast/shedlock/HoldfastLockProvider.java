package io.holdfast.shedlock;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.Locks;
import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import net.javacrumbs.shedlock.core.ExtensibleLockProvider;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.support.LockException;

public final class HoldfastLockProvider implements ExtensibleLockProvider, AutoCloseable {

  /** The environment where none is named. */
  public static final String DEFAULT_ENVIRONMENT = "default";

  private final Locks locks;
  private final String prefix;
  private final boolean keepAlive;
  private final LongSupplier nanoTime;
  private final OpenJobs open = new OpenJobs();

  /** In the environment {@value #DEFAULT_ENVIRONMENT}, with keep-alive. */
  public HoldfastLockProvider(Locks locks) {
    this(locks, DEFAULT_ENVIRONMENT);
  }

  /** With keep-alive. */
  public HoldfastLockProvider(Locks locks, String environment) {
    this(locks, environment, true);
  }

  public HoldfastLockProvider(Locks locks, String environment, boolean keepAlive) {
    this(locks, environment, keepAlive, System::nanoTime);
  }

  HoldfastLockProvider(Locks locks, String environment, boolean keepAlive, LongSupplier nanoTime) {
    this.locks = Objects.requireNonNull(locks, "locks");
    this.prefix = prefix(environment);
    this.keepAlive = keepAlive;
    this.nanoTime = nanoTime;
  }

  private static String prefix(String environment) {
    if (environment.isEmpty() || environment.indexOf(':') >= 0) {
      throw new IllegalArgumentException(
          "environment '%s': must not be empty, or contain a ':'".formatted(environment));
    }
    return "shedlock:" + environment + ':';
  }

  @Override
  public Optional<SimpleLock> lock(LockConfiguration lockConfiguration) {
    String name = prefix + lockConfiguration.getName();
    JobTerms terms = JobTerms.of(lockConfiguration, keepAlive);
    if (open.isClosed()) {
      throw closed(name);
    }
    return take(name, terms).map(hold -> begin(new JobHold(name, hold, terms, open, nanoTime)));
  }

  private SimpleLock begin(JobHold held) {
    SimpleLock first = held.first();
    if (!open.add(held)) {
      throw closed(held.name());
    }
    held.watch();
    return first;
  }

  private Optional<Hold> take(String name, JobTerms terms) {
    try {
      return locks.get(name, AcquireOptions.defaults().lease(terms.lease())).tryAcquire();
    } catch (LockServerException | ClientClosedException | IllegalArgumentException e) {
      throw new LockException("Lock '%s': not taken: %s".formatted(name, e.getMessage()), e);
    }
  }

  private static LockException closed(String name) {
    return new LockException("Lock '%s': the lock provider is closed".formatted(name));
  }

  @Override
  public void close() {
    open.close();
  }
}
