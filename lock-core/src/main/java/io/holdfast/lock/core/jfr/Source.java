package io.holdfast.lock.core.jfr;

/**
 * Whose locks events are about.
 *
 * @param kind of the locks
 * @param client the label of the client
 */
public record Source(String kind, String client) {}
