package io.holdfast.spring;

import io.holdfast.lock.AcquireOptions;
import io.holdfast.lock.Hold;
import io.holdfast.lock.LockKind;
import io.holdfast.spring.section.Policies;
import io.holdfast.spring.section.Section;
import io.holdfast.spring.section.Wanted;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs a piece of code under a lock: for what is no method of a bean, or is called from inside the
 * object. The owner is the thread, so it enters again what it holds, by a {@link Locked} method
 * too. Any thread.
 *
 * <pre>{@code
 * Receipt receipt = template.execute("order:42", hold -> payments.charge(order, hold.token()));
 * }</pre>
 */
public final class HoldTemplate {

  private final Supplier<LocksOfKinds> locks;
  private final Supplier<LockedSettings> settings;

  /** With locks from there, and these defaults. */
  public HoldTemplate(LocksOfKinds locks, LockedSettings settings) {
    this(() -> locks, () -> settings);
  }

  HoldTemplate(Supplier<LocksOfKinds> locks, Supplier<LockedSettings> settings) {
    this.locks = locks;
    this.settings = settings;
  }

  /** As the other, with the wait and the lease of the settings. */
  public <T extends @Nullable Object> T execute(String name, HoldCallback<T> work) {
    LockedSettings defaults = settings.get();
    return execute(
        name,
        AcquireOptions.defaults().waitAtMost(defaults.waitAtMost()).lease(defaults.lease()),
        work);
  }

  /**
   * Locks for the current thread, works, and unlocks.
   *
   * @return what the work returns
   * @throws LockNotObtainedException if the wait was over, or the thread was interrupted while it
   *     waited (its flag is set again); nothing was done
   * @throws io.holdfast.lock.LockServerException if the server could not be asked; nothing was done
   * @throws io.holdfast.lock.LeaseLostException if the lock was lost before the work had ended
   * @throws IllegalArgumentException if the name is blank or too long
   */
  @SuppressWarnings("NullAway") // null only if the work returns it
  public <T extends @Nullable Object> T execute(
      String name, AcquireOptions options, HoldCallback<T> work) {
    if (name.isBlank()) {
      throw new IllegalArgumentException("lock name '%s': must not be blank".formatted(name));
    }
    TreeSet<String> names = new TreeSet<>();
    names.add(name);
    Wanted wanted = Wanted.of(locks.get(), LockKind.PLAIN, Optional.empty(), names, options);
    try {
      @SuppressWarnings("unchecked") // it is what the work returned
      T result =
          (T)
              new Section(wanted, Policies.THROWING, () -> work.doUnderLock(currentHold()), "")
                  .run(false);
      return result;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(
          "the work threw a checked exception that it does not declare", e);
    }
  }

  private static Hold currentHold() {
    return CurrentHold.hold().orElseThrow();
  }
}
