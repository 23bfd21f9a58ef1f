package io.holdfast.lock.core.engine;

/** What is sent until the server has acknowledged it. */
sealed interface ToBeAcknowledged permits Verbs.ReleaseRequest, ChangeRequest {}
