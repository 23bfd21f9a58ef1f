/**
 * Publishers under the locks of Holdfast. Begin at {@link io.holdfast.reactor.ReactiveLock} and
 * {@link io.holdfast.reactor.ReactivePool}; any thread may use them. Threads of the client bring
 * answers and losses here, and hand them over to a scheduler, which calls the code of the
 * application.
 */
@NullMarked
package io.holdfast.reactor;

import org.jspecify.annotations.NullMarked;
