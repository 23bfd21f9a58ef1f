package io.holdfast.lock.core.engine;

import java.util.OptionalLong;

/**
 * A request that changes a number which nobody owns: done once, however often it is sent.
 *
 * @param request by which the server knows it again: {@code clientId:number}
 * @param what which number, and how
 * @param number by how much, or to what
 * @param declared what the number is if nobody has said so before
 * @param doneWith the numbers of requests of this client that the server need not remember
 * @param born of permits that are given: when that was begun from which they were taken, if known
 */
public record Change(
    String request, String what, long number, long declared, String doneWith, OptionalLong born) {}
