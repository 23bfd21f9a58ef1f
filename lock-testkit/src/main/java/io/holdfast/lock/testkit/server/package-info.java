/**
 * Redis and Valkey servers for tests.
 *
 * <p>The door is {@link io.holdfast.lock.testkit.server.RedisServer}, a real process on 127.0.0.1
 * that a test starts, freezes, kills and restarts. {@link
 * io.holdfast.lock.testkit.server.TestServers} chooses, by system properties, between it, a server
 * that somebody else runs and a container; all are {@link
 * io.holdfast.lock.testkit.server.TestServer}s. Any thread may enter.
 */
@NullMarked
package io.holdfast.lock.testkit.server;

import org.jspecify.annotations.NullMarked;
