/**
 * Several servers that belong together, behind {@linkplain
 * io.holdfast.lock.testkit.proxy.FaultProxy proxies}: {@link
 * io.holdfast.lock.testkit.topology.MasterWithReplica} fails over, {@link
 * io.holdfast.lock.testkit.topology.Masters} are what a quorum is made of. Without proxies: {@link
 * io.holdfast.lock.testkit.topology.SentinelGroup} and {@link
 * io.holdfast.lock.testkit.topology.VotingCluster}, which vote. Any thread may enter.
 */
@NullMarked
package io.holdfast.lock.testkit.topology;

import org.jspecify.annotations.NullMarked;
