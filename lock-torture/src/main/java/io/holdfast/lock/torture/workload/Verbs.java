package io.holdfast.lock.torture.workload;

import io.holdfast.lock.torture.history.OperationKind;

/**
 * What the calls of a lock are called in a history.
 *
 * @param lock that waits without bound, and does not mind interrupts
 * @param lockInterruptibly that waits without bound
 * @param tryLock that does not wait
 * @param timedTryLock that waits for some time
 * @param handle of a handle
 * @param async of a handle, for a future
 * @param reEnter once more
 * @param unlock of a thread
 * @param closeHandle of a handle
 */
record Verbs(
    OperationKind lock,
    OperationKind lockInterruptibly,
    OperationKind tryLock,
    OperationKind timedTryLock,
    OperationKind handle,
    OperationKind async,
    OperationKind reEnter,
    OperationKind unlock,
    OperationKind closeHandle) {

  /** Of a lock that excludes everybody else. */
  static final Verbs EXCLUSIVE =
      new Verbs(
          OperationKind.LOCK,
          OperationKind.LOCK_INTERRUPTIBLY,
          OperationKind.TRY_LOCK,
          OperationKind.TIMED_TRY_LOCK,
          OperationKind.ACQUIRE_HANDLE,
          OperationKind.ACQUIRE_ASYNC,
          OperationKind.RE_ENTER,
          OperationKind.UNLOCK,
          OperationKind.CLOSE_HANDLE);

  /** Of a lock that readers share. */
  static final Verbs SHARED =
      new Verbs(
          OperationKind.READ_LOCK,
          OperationKind.READ_LOCK,
          OperationKind.READ_TRY_LOCK,
          OperationKind.READ_TIMED_TRY_LOCK,
          OperationKind.READ_HANDLE,
          OperationKind.READ_ASYNC,
          OperationKind.READ_RE_ENTER,
          OperationKind.READ_UNLOCK,
          OperationKind.READ_CLOSE_HANDLE);
}
