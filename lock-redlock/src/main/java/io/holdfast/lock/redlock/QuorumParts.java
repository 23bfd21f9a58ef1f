package io.holdfast.lock.redlock;

import io.holdfast.lock.ClientClosedException;
import io.holdfast.lock.LockInspection;
import io.holdfast.lock.LockKind;
import io.holdfast.lock.LockServerException;
import io.holdfast.lock.LockStatistics;
import io.holdfast.lock.core.HoldfastClient;
import io.holdfast.lock.core.engine.Administration;
import io.holdfast.lock.core.engine.ClientId;
import io.holdfast.lock.core.engine.ConnectionState;
import io.holdfast.lock.core.engine.Engine;
import io.holdfast.lock.core.gate.Gates;
import io.holdfast.lock.core.gate.LongWaits;
import io.holdfast.lock.core.gate.Parking;
import io.holdfast.lock.core.key.LockKeys;
import io.holdfast.lock.core.lock.CohortGate;
import io.holdfast.lock.core.script.LuaScript;
import io.holdfast.lock.core.server.FailureReason;
import io.holdfast.lock.core.server.Outcome;
import io.holdfast.lock.core.verbs.LockScripts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the locks of one quorum are made of. */
final class QuorumParts {

  private static final Logger LOG = LoggerFactory.getLogger(QuorumParts.class);

  static final String KIND = "red";
  static final LockScripts SCRIPTS = LockScripts.alone(LuaScript.Source.beside(QuorumParts.class));

  /** So long a majority may take to be connected, however short a command is to take. */
  private static final Duration CONNECTING = Duration.ofSeconds(4);

  /** So late the timer may be, in a process that stands still for a while. */
  private static final Duration LATE = Duration.ofSeconds(10);

  private final Quorum quorum;
  private final Optional<Peers> peers; // if they are to serve the same quorum
  private final QuorumVerbs verbs;
  private final Gates gates;
  private final ReentrantLock ending = new ReentrantLock();
  private volatile boolean isClosing;
  private volatile boolean isClosed;

  private QuorumParts(Quorum quorum, Optional<Peers> peers) {
    this.quorum = quorum;
    this.peers = peers;
    this.verbs = new QuorumVerbs(quorum);
    this.gates = new Gates(quorum, verbs, LockKind.QUORUM, CohortGate::new);
    LongWaits.watch(gates, verbs);
    quorum.engine().start();
  }

  static QuorumParts over(RedLockSettings settings, List<HoldfastClient> clients) {
    if (clients.isEmpty()) {
      throw new IllegalArgumentException("0 clients: must be at least 1");
    }
    if (new HashSet<>(clients).size() < clients.size()) {
      throw new IllegalArgumentException("%s: must list each client once".formatted(clients));
    }
    return of(
        settings, clients.stream().map(client -> QuorumMember.of(client, KIND, SCRIPTS)).toList());
  }

  static QuorumParts of(RedLockSettings settings, List<QuorumMember> members) {
    for (QuorumMember member : members) {
      if (member.link().isCluster()) {
        throw new IllegalArgumentException(
            member.describe() + ": a node must be one server, and not a cluster");
      }
    }
    if (members.size() % 2 == 0) {
      LOG.warn(
          "A quorum of {} nodes tolerates no more failures than one of {}: an odd number is best",
          members.size(),
          members.size() - 1);
    }
    NodeIdentities identities = new NodeIdentities();
    Peers peers = new Peers(settings.maxLease());
    List<QuorumNode> nodes =
        members.stream()
            .map(member -> new QuorumNode(member, settings, identities, peers))
            .toList();
    Engine engine = engine(nodes, settings);
    peers.are(nodes, engine.clock().nanoTime());
    if (settings.quarantine()) {
      Lookout.begin(engine, nodes, peers, settings.maxLease());
    }
    return new QuorumParts(
        new Quorum(
            nodes, engine, settings.nodeTimeout(), new RoundLimiter(), new ProposalNumbers()),
        Optional.of(peers).filter(all -> settings.quarantine()));
  }

  private static Engine engine(List<QuorumNode> nodes, RedLockSettings settings) {
    Engine first = nodes.get(0).member().engine();
    return first.beside(
        "holdfast-quorum-" + ClientId.labelOf(first.clientId()),
        times(first.times(), settings),
        new Lines(nodes));
  }

  private static Engine.Times times(Engine.Times ofNode, RedLockSettings settings) {
    Duration longest = settings.maxLease();
    Duration lease = ofNode.defaultLease();
    return new Engine.Times(
        lease.compareTo(longest) > 0 ? longest : lease,
        ofNode.claimLease(),
        ofNode.slice(),
        Duration.ZERO,
        ofNode.commandTimeout(),
        unreachableLimit(ofNode, settings),
        ofNode.longWait(),
        longest);
  }

  /** Nodes that come back in time do not vote yet: waiters bear their quarantine, too. */
  private static Duration unreachableLimit(Engine.Times ofNode, RedLockSettings settings) {
    Duration limit = ofNode.unreachableLimit();
    boolean isEndless = limit.compareTo(Duration.ofDays(1)) > 0;
    return isEndless || !settings.quarantine() ? limit : limit.plus(settings.maxLease());
  }

  private record Lines(List<QuorumNode> nodes) implements ConnectionState {

    @Override
    public int generation() {
      return 0; // each vote knows for itself whether anything of it may still arrive
    }

    @Override
    public void echoed(LockKeys keys, long sentNanos, long echo) {
      throw new IllegalStateException("an echo is told to the node that it came from");
    }
  }

  LockStatistics statistics() {
    return quorum.engine().tallies();
  }

  Gates gates() {
    return gates;
  }

  QuorumVerbs verbs() {
    return verbs;
  }

  LockKeys keys(String name) {
    return quorum.nodes().get(0).member().keys(name);
  }

  /**
   * Waits until a majority of the nodes is connected. Each has a time-out to connect, and a
   * handshake behind it.
   *
   * @throws LockServerException if that takes too long
   */
  void awaitMajority() {
    Duration twice = quorum.engine().times().commandTimeout().multipliedBy(2);
    Duration longest = twice.compareTo(CONNECTING) > 0 ? twice : CONNECTING;
    if (!Parking.awaitTrue(
        () -> connected() >= quorum.majority(), longest, quorum.engine().clock())) {
      throw new LockServerException(
          "No majority of %s nodes within %s ms: not connected to %s"
              .formatted(
                  quorum.size(),
                  longest.toMillis(),
                  quorum.nodes().stream()
                      .filter(node -> !node.isConnected())
                      .map(QuorumNode::describeAbsence)
                      .toList()),
          new TimeoutException());
    }
  }

  /**
   * Refuses a list if the nodes that serve another quorum leave no majority. Waits up to the node
   * time-out for what they say.
   *
   * @throws LockServerException if so; it says which quorum each of them serves
   */
  void refuseNodesOfOthers() {
    if (peers.isEmpty()) {
      return;
    }
    quorum.nodes().forEach(QuorumNode::askStatus);
    Parking.awaitTrue(
        () -> !isMajorityOpen() || quorum.nodes().stream().noneMatch(QuorumNode::isYetToTell),
        quorum.nodeTimeout(),
        quorum.engine().clock());
    List<String> reasons = peers.get().foreignNodes();
    if (quorum.size() - reasons.size() < quorum.majority()) {
      throw new LockServerException(
          "No majority of %s nodes: %s".formatted(quorum.size(), String.join("; ", reasons)),
          new IllegalStateException("another list of nodes is in use"));
    }
  }

  private boolean isMajorityOpen() {
    long ours =
        quorum.nodes().stream()
            .filter(node -> node.word().isPresent() && node.foreignness().isEmpty())
            .count();
    return ours < quorum.majority();
  }

  private long connected() {
    return quorum.nodes().stream().filter(QuorumNode::isConnected).count();
  }

  List<NodeReport> report(String name) {
    if (isClosing) {
      throw new ClientClosedException(describe() + " is closed");
    }
    Parking.beforeBlocking(name);
    quorum.nodes().forEach(QuorumNode::askStatus);
    List<Outcome<Administration.State>> outcomes =
        Parking.awaitWord(
            then ->
                new QuorumRead(quorum)
                    .ask(
                        keys(name),
                        (node, keys, answer) -> node.administration().inspect(keys, answer),
                        then),
            quorum.nodeTimeout().plus(quorum.engine().times().commandTimeout()).plus(LATE),
            name);
    List<NodeReport> reports = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      reports.add(report(name, quorum.nodes().get(i), outcomes.get(i)));
    }
    return reports;
  }

  private NodeReport report(String name, QuorumNode node, Outcome<Administration.State> outcome) {
    if (outcome instanceof Outcome.Answered<Administration.State> answer) {
      Administration.State state = answer.reply();
      return new NodeReport(
          node.toString(),
          Optional.of(
              new LockInspection(
                  name, state.holder().map(holder -> holder(node, holder)), state.tickets())),
          node.exclusion(quorum.now()));
    }
    return new NodeReport(
        node.toString(),
        Optional.empty(),
        Optional.of(FailureReason.of(QuorumRead.cause(outcome))));
  }

  private static LockInspection.Holder holder(QuorumNode node, Administration.Holder holder) {
    return new LockInspection.Holder(
        ClientId.labelOf(holder.id()),
        node.member().isOurs(holder.id()),
        Duration.ofMillis(Math.max(0, holder.millisLeft())),
        holder.firstToken());
  }

  /**
   * The second closer waits for the first: it may be about to close a client that the first needs.
   */
  void close() {
    isClosing = true;
    if (ending.isHeldByCurrentThread()) {
      return; // called back by what it ends
    }
    ending.lock();
    try {
      if (!isClosed) {
        Parking.setInterruptAside(this::end); // or nothing here would wait
      }
    } finally {
      isClosed = true;
      ending.unlock();
    }
  }

  private void end() {
    gates.close();
    quorum.engine().settle();
    quorum.engine().stop();
  }

  /** Whether that is done. */
  boolean isClosed() {
    return isClosed;
  }

  String describe() {
    return quorum.clientDescription();
  }
}
