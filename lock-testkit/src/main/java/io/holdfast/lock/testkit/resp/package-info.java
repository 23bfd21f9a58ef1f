/**
 * A small blocking client for the Redis protocol (RESP 2), by Jedis: the independent witness of a
 * test, which shares no code with the client under test.
 *
 * <p>The door is {@link io.holdfast.lock.testkit.resp.RespClient}; {@link
 * io.holdfast.lock.testkit.resp.RespSubscriber} collects published messages and {@link
 * io.holdfast.lock.testkit.resp.RespMonitor} every command a server executes. Any thread may enter;
 * a client serialises its callers.
 */
@NullMarked
package io.holdfast.lock.testkit.resp;

import org.jspecify.annotations.NullMarked;
