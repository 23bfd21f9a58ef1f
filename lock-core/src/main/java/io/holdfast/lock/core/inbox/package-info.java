/**
 * The one channel by which the server tells this client something. The door is {@link
 * io.holdfast.lock.core.inbox.Inbox}; messages arrive on the network event loop.
 */
@NullMarked
package io.holdfast.lock.core.inbox;

import org.jspecify.annotations.NullMarked;
