/**
 * What workloads and contract suites need of a kind: a client to open, by a {@link
 * io.holdfast.lock.torture.client.ClientSpec}, that hands out locks, pairs of locks or pools.
 */
@NullMarked
package io.holdfast.lock.torture.client;

import org.jspecify.annotations.NullMarked;
