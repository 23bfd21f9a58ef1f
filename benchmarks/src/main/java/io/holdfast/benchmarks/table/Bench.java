package io.holdfast.benchmarks.table;

import io.holdfast.benchmarks.work.Workers;
import io.holdfast.lock.testkit.server.TestServer;

/**
 * Where rows are measured.
 *
 * @param server what they work with
 * @param workers JVMs that work
 * @param nodes of a quorum, and JVMs that work with them
 * @param clusters and JVMs that work with them
 * @param namePrefix of all locks of this run
 */
record Bench(
    TestServer server, Workers workers, Nodes nodes, Clusters clusters, String namePrefix) {}
