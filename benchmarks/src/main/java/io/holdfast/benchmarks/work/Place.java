package io.holdfast.benchmarks.work;

import io.holdfast.benchmarks.subject.LockSubject;
import io.holdfast.benchmarks.subject.Subject;
import java.util.List;

/** What a worker connects to. */
public enum Place {
  /** One server. */
  SERVER {
    @Override
    LockSubject open(Subject subject, List<String> uris) {
      return subject.open(uris.get(0));
    }
  },
  /** The nodes of a quorum. */
  QUORUM {
    @Override
    LockSubject open(Subject subject, List<String> uris) {
      return subject.openQuorum(uris);
    }
  },
  /** A Redis Cluster, by one of its nodes. */
  CLUSTER {
    @Override
    LockSubject open(Subject subject, List<String> uris) {
      return subject.openCluster(uris.get(0));
    }
  };

  /** Connects a client of its own. */
  abstract LockSubject open(Subject subject, List<String> uris);
}
