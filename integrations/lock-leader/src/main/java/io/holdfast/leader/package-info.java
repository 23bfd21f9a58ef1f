/**
 * Leader elections on the locks of Holdfast. The door is {@link io.holdfast.leader.LeaderElection};
 * any thread. Code of the application is called by a thread of each election, one call at a time,
 * and by the thread that ends a leadership ({@link io.holdfast.leader.Leadership#onRevoked}).
 */
@NullMarked
package io.holdfast.leader;

import org.jspecify.annotations.NullMarked;
