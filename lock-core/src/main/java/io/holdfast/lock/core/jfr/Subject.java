package io.holdfast.lock.core.jfr;

/**
 * Which lock of which client an event is about.
 *
 * @param kind of the lock
 * @param lock its name
 * @param client the label of the client
 */
public record Subject(String kind, String lock, String client) {}
