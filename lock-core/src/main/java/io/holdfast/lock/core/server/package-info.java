/**
 * The connection to the server, and what may become of a request. The door is {@link
 * io.holdfast.lock.core.server.ServerLink}. Callers' threads enter to send; the network event loop
 * enters with answers.
 */
@NullMarked
package io.holdfast.lock.core.server;

import org.jspecify.annotations.NullMarked;
