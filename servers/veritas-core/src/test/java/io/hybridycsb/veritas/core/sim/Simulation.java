package io.hybridycsb.veritas.core.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.LogCodec;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * A cluster, its clients and its misfortunes, all drawn from one seed. After each step everything
 * that was written and told is checked.
 */
final class Simulation {
  private static final int CLIENTS = 2;
  private static final int SETTLE_ROUNDS_MAX = 300;

  private final Random random;
  private final ApprovalPolicy policy;
  private final boolean vetoes;
  private final int historyBlocks;
  private final SimulatedLog log;
  private final List<SimulatedNode> nodes = new ArrayList<>();
  private final Audit audit;
  private final Clients clients;
  private final Misfortunes misfortunes;
  private boolean clientsAct = true;
  private long nanos;

  Simulation(long seed) {
    this(new Random(seed));
  }

  private Simulation(Random random) {
    this(
        random,
        random.nextBoolean() ? ApprovalPolicy.ALL : ApprovalPolicy.MAJORITY,
        new int[] {1, 2, 3, 3, 3, 4, 4}[random.nextInt(7)],
        random.nextInt(3) == 0,
        valueBytesMax(random));
  }

  /** In half of the clusters so little that a record with two or three fields is too large. */
  private static int valueBytesMax(Random random) {
    return random.nextBoolean()
        ? 18 + random.nextInt(25)
        : TransactionLimits.DEFAULT.valueBytesMax();
  }

  /**
   * @param valueBytesMax what a record may have
   */
  Simulation(
      Random random, ApprovalPolicy policy, int nodeCount, boolean vetoes, int valueBytesMax) {
    this.random = random;
    this.policy = policy;
    this.vetoes = vetoes;
    ClusterConfig cluster = TestKeys.cluster(policy, nodeCount, CLIENTS);
    TransactionLimits limits =
        new TransactionLimits(
            TransactionLimits.DEFAULT.bytesMax(),
            TransactionLimits.DEFAULT.operationsMax(),
            valueBytesMax);
    TransactionChecker checker = new TransactionChecker(cluster, limits);
    LogCodec codec = new LogCodec(cluster, checker);
    audit =
        new Audit(
            cluster.nodes().stream().map(Member::name).toList(),
            cluster.votesNeeded(),
            valueBytesMax,
            this::isRefused);
    log = new SimulatedLog(random, codec, audit.oracle()::read);
    long cacheBytes = random.nextBoolean() ? 0 : 1 << 20;
    historyBlocks = new int[] {0, 3, 10_000}[random.nextInt(3)];
    int blockTransactions = new int[] {1, 2, 3, 100}[random.nextInt(4)];
    NodeOptions options =
        new NodeOptions(
            blockTransactions, 4 << 20, 5, cacheBytes, 16, historyBlocks, 50_000, limits);
    for (int i = 1; i <= nodeCount; i++) {
      nodes.add(
          new SimulatedNode(
              i, TestKeys.node(i), cluster, codec, log, rule(), () -> nanos, options));
    }
    clients =
        new Clients(
            random,
            audit,
            checker,
            () -> nanos,
            2 + random.nextInt(6),
            policy == ApprovalPolicy.ALL);
    misfortunes = new Misfortunes(random, log, audit, nodes);
    nodes.forEach(SimulatedNode::start);
  }

  /** Refuses some always, and others now and then, not the same when it is asked again. */
  private ApprovalRule rule() {
    return transaction ->
        !vetoes || (!isRefused(transaction.timestamp()) && random.nextInt(12) > 0);
  }

  private boolean isRefused(long timestamp) {
    return vetoes && timestamp % 11 == 0;
  }

  List<SimulatedNode> nodes() {
    return nodes;
  }

  Audit audit() {
    return audit;
  }

  Clients clients() {
    return clients;
  }

  /** Steps with crashes, losses, duplicates and forgeries. */
  void runWithFaults(int steps) {
    for (int i = 0; i < steps; i++) {
      if (random.nextInt(25) == 0) {
        passTime();
        misfortunes.strike(anyNode());
      } else {
        work(true);
      }
      check();
    }
  }

  /** Steps in which nothing fails and clients ask nothing new. */
  void runQuietly(int steps) {
    clientsAct = false;
    for (int i = 0; i < steps; i++) {
      work(false);
      check();
    }
    clientsAct = true;
  }

  /** Time passes, mostly little. */
  private void passTime() {
    nanos += TimeUnit.MICROSECONDS.toNanos(random.nextInt(random.nextInt(8) == 0 ? 500_000 : 2000));
  }

  private void work(boolean faults) {
    passTime();
    SimulatedNode node = anyNode();
    int action = random.nextInt(100);
    if (action < 30) {
      log.deliver(faults);
    } else if (!node.isRunning()) {
      return;
    } else if (action < 65) {
      replicate(node, 1 + random.nextInt(random.nextInt(10) == 0 ? 40 : 4));
    } else if (action < 70) {
      replicate(node, 0);
    } else if (node.isServing() && action < 82) {
      if (clientsAct) {
        clients.act(node);
      }
    } else if (action < 92) {
      node.propose(1 + random.nextInt(4));
      node.answer();
    } else if (action < 99) {
      node.answerReads();
      node.answer();
    } else {
      node.lookAfterStore();
    }
  }

  private void replicate(SimulatedNode node, int records) {
    node.replicate(records, random.nextInt(3) == 0);
    assertThat(node.diverged() == null || node.isTampered())
        .as("%s stopped: %s", node, node.diverged())
        .isTrue();
    if (!node.isTampered()) {
      audit.check(node);
    }
    node.answer();
  }

  /** No more faults: all nodes come back, and everything that was ever begun must be decided. */
  void settle() {
    for (int round = 0; !isSettled(); round++) {
      assertThat(round)
          .as("rounds until all is decided: " + describe())
          .isLessThan(SETTLE_ROUNDS_MAX);
      for (SimulatedNode node : nodes) {
        node.mend();
        if (!node.isRunning()) {
          if (node.isTampered()) {
            node.wipe();
            audit.forget(node);
          }
          node.start();
        }
        settle(node, round);
      }
      check();
    }
    checkEnd();
  }

  private void settle(SimulatedNode node, int round) {
    nanos += TimeUnit.MILLISECONDS.toNanos(200);
    for (int i = 0; i < 20; i++) {
      log.deliver(false);
    }
    while (node.isRunning() && !node.hasReadAll()) {
      replicate(node, 10);
    }
    if (node.isRunning()) {
      replicate(node, 0);
    }
    if (node.isServing() && round % 20 == 0) {
      clients.resubmitAll(node);
    }
    if (node.isRunning()) {
      node.propose(50);
    }
    if (node.isRunning()) {
      node.lookAfterStore();
    }
    if (node.isRunning()) {
      node.answerReads();
      node.answer();
    }
  }

  private boolean isSettled() {
    return clients.undecided() == 0
        && log.isQuiet()
        && nodes.stream()
            .allMatch(
                node ->
                    node.isServing()
                        && node.hasReadAll()
                        && node.ledgerStore().height() == audit.oracle().ordered()
                        && node.newestCertificate().height() == audit.height());
  }

  private String describe() {
    StringBuilder text = new StringBuilder();
    text.append(clients.undecided()).append(" undecided, ");
    text.append(audit.oracle().ordered()).append(" ordered, ");
    text.append(audit.oracle().decided()).append(" decided");
    for (SimulatedNode node : nodes) {
      text.append(", ").append(node).append(node.isServing() ? " serves at " : " is at ");
      text.append(node.ledgerStore().height());
      if (node.isRunning()) {
        text.append(" attested ").append(node.newestCertificate().height());
      }
    }
    return text.toString();
  }

  private void checkEnd() {
    for (SimulatedNode node : nodes) {
      assertThat(node.ledgerStore().height()).isEqualTo(audit.height());
      assertThat(node.checkPast(audit::state))
          .as("the oldest height that %s knows of", node)
          .isEqualTo(Math.max(1, audit.height() - historyBlocks));
      for (Clients.Told told : clients.told().values()) {
        Optional<Integer> known =
            node.ledgerStore().find(told.id().encode()).map(TransactionLocation::outcome);
        assertThat(known).as("what %s knows of %s", node, told.id()).isPresent();
        if (told.outcome() != Outcome.ID_IN_USE) {
          assertThat(known).contains(told.outcome().getNumber());
        }
      }
    }
  }

  private void check() {
    for (SimulatedNode node : nodes) {
      if (!node.isTampered()) {
        audit.check(node);
        if (node.isRunning()) {
          checkCertificate(node.newestCertificate());
        }
      }
    }
  }

  private void checkCertificate(Certificate certificate) {
    VerifyReply.Builder reply = VerifyReply.newBuilder();
    certificate.attach().accept(reply);
    for (Vote vote : reply.getVotesList()) {
      VoteBody body = Audit.parse(VoteBody.parser(), vote.getBody().toByteArray());
      assertThat(body.getDecidedHeight()).isBetween(certificate.height(), certificate.topHeight());
      if (body.getDecidedHeight() > 0) {
        assertThat(body.getDecidedHash().toByteArray())
            .as("hash that %s attests", body.getVoter())
            .isEqualTo(audit.hash(body.getDecidedHeight()));
      }
    }
  }

  /** Changes a byte of a key's value in a node's database. */
  void tamperState(SimulatedNode node, ByteKey key) {
    byte[] value = audit.state(audit.height()).get(key).encode();
    value[value.length - 1] ^= 1;
    node.tamperState(key.bytes(), value);
  }

  /** The log, what clients were told, and how the seed and the clock went on. */
  byte[] traceHash() {
    String trace = log.contents() + clients.told() + nanos + random.nextLong();
    return NaiveTree.sha256(trace.getBytes(StandardCharsets.UTF_8));
  }

  private SimulatedNode anyNode() {
    return nodes.get(random.nextInt(nodes.size()));
  }

  @Override
  public String toString() {
    return "%d nodes, %s, %s".formatted(nodes.size(), policy, describe());
  }
}
