package io.hybridycsb.relational.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.crypto.Hashes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Nodes that read one log, in any interleaving: they execute, vote, lose votes, die and come back,
 * and databases compute wrongly. No threads and no time, so that a seed goes the same way each
 * time.
 */
class ReplicaSimulationTest {
  private static final int SEEDS = 100;
  private static final int STEPS = 400;

  /** One cluster, whose log and decisions all nodes share. */
  private static final class Cluster {
    private final Random random;
    private final long wrongFrom;
    private final List<LogItem> log = new ArrayList<>();
    private final Map<Long, Hash> decided = new HashMap<>();
    private final List<SimulatedNode> nodes = new ArrayList<>();

    Cluster(int size, int wrong, long seed) {
      random = new Random(seed);
      wrongFrom = 1 + random.nextInt(STEPS / 20);
      for (int i = 0; i < size; i++) {
        nodes.add(
            new SimulatedNode(
                this, "node" + (i + 1), size, i < wrong ? wrongFrom : Long.MAX_VALUE));
      }
    }

    void appendBlock() {
      List<ByteString> transactions = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        transactions.add(ByteString.copyFromUtf8("transaction " + random.nextInt()));
      }
      log.add(new LogItem.Block(log.size() + 1, random.nextLong(), transactions));
    }

    void run() {
      for (int step = 0; step < STEPS; step++) {
        SimulatedNode node = nodes.get(random.nextInt(nodes.size()));
        switch (random.nextInt(12)) {
          case 0, 1 -> appendBlock();
          case 2, 3 -> node.vote(1 + random.nextInt(5), random.nextInt(10) == 0);
          case 4 -> node.die();
          case 5 -> node.start();
          default -> node.read();
        }
      }
      settle();
    }

    /** All that run read all, and vote for all. */
    void settle() {
      appendBlock();
      log.add(
          new LogItem.Block(
              log.size() + 1, 1, List.of(ByteString.copyFromUtf8("the last transaction"))));
      nodes.forEach(SimulatedNode::start);
      for (int before = -1; before != log.size(); ) {
        before = log.size();
        for (SimulatedNode node : nodes) {
          while (node.read()) {
            // Until there is nothing more.
          }
          node.vote(Integer.MAX_VALUE, false);
        }
      }
      nodes.forEach(
          node -> {
            while (node.read()) {
              // The votes of those after it.
            }
          });
    }
  }

  /** A node and its database, which outlives it. */
  private static final class SimulatedNode implements BlockExecutor {
    private final Cluster cluster;
    private final String name;
    private final int size;
    private final TreeMap<Long, Hash> database = new TreeMap<>();
    private final Set<BlockHash> ever = new HashSet<>();
    private long wrongFrom;
    private Replica replica;
    private int next;
    private int endAtStart;
    private boolean votes;
    private Replica.OutvotedException outvoted;

    SimulatedNode(Cluster cluster, String name, int size, long wrongFrom) {
      this.cluster = cluster;
      this.name = name;
      this.size = size;
      this.wrongFrom = wrongFrom;
      start();
    }

    void start() {
      if (replica == null && outvoted == null) {
        replica = new Replica(name, size, this);
        next = (int) replica.height();
        endAtStart = cluster.log.size();
        votes = false;
      }
    }

    void die() {
      replica = null;
    }

    void startAgain() {
      replica = null;
      outvoted = null;
      start();
    }

    /** Gets an empty database that computes rightly. */
    void restore() {
      database.clear();
      wrongFrom = Long.MAX_VALUE;
      startAgain();
    }

    boolean read() {
      if (replica == null || next == cluster.log.size()) {
        return false;
      }
      try {
        replica.apply(cluster.log.get(next++));
        return true;
      } catch (Replica.OutvotedException e) {
        outvoted = e;
        replica = null;
        return false;
      }
    }

    void vote(int most, boolean lost) {
      if (replica == null || next < endAtStart) {
        return;
      }
      if (!votes) {
        votes = true;
        replica.voteAgain();
      }
      List<BlockHash> blocks = replica.takeVotes(most);
      if (lost) {
        replica.voteAgain();
      } else if (!blocks.isEmpty()) {
        cluster.log.add(new LogItem.Votes(cluster.log.size(), name, blocks));
      }
    }

    @Override
    public List<BlockHash> lastBlocks(int count) {
      return database.entrySet().stream()
          .skip(Math.max(0, database.size() - count))
          .map(block -> new BlockHash(block.getKey(), block.getValue()))
          .toList();
    }

    @Override
    public Optional<Hash> execute(LogItem.Block block) {
      assertThat(database).as("blocks executed by %s", name).doesNotContainKey(block.height());
      if (block.transactions().isEmpty()) {
        return Optional.empty();
      }
      ByteString before =
          database.isEmpty()
              ? ByteString.EMPTY
              : ByteString.copyFrom(database.lastEntry().getValue().bytes());
      ByteString computed = block.height() >= wrongFrom ? ByteString.copyFromUtf8(name) : before;
      Hash hash =
          Hash.of(
              Hashes.sha256(
                  before.concat(computed).concat(block.transactions().get(0)).toByteArray()));
      database.put(block.height(), hash);
      ever.add(new BlockHash(block.height(), hash));
      return Optional.of(hash);
    }

    @Override
    public void decided(long height) {
      Hash here = database.get(height);
      Hash others = cluster.decided.putIfAbsent(height, here);
      assertThat(others == null ? here : others)
          .as("what is decided of block %d, as %s sees it", height, name)
          .isEqualTo(here);
      BlockHash block = new BlockHash(height, here);
      assertThat(cluster.nodes.stream().filter(node -> node.ever.contains(block)).count())
          .isGreaterThan(size / 2);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "3, 0", "3, 1", "4, 0", "4, 1", "5, 2"})
  void nodesComeToTheSameDecisionsAndThoseThatComputeWronglyAreOutvoted(int size, int wrong) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Cluster cluster = new Cluster(size, wrong, seed);
      cluster.run();
      long last = cluster.nodes.get(size - 1).database.lastKey();
      for (SimulatedNode node : cluster.nodes) {
        boolean isRight = cluster.nodes.indexOf(node) >= wrong;
        if (isRight) {
          assertThat(node.outvoted).as("%s, seed %d", node.name, seed).isNull();
          assertThat(node.replica.decidedHeight()).as("seed %d", seed).isEqualTo(last);
          assertThat(node.replica.undecided()).isZero();
        } else {
          assertThat(node.outvoted)
              .as("%s, seed %d", node.name, seed)
              .hasMessageStartingWith(node.name + " is outvoted: block ");
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"3, 1", "4, 1", "5, 2"})
  void anOutvotedNodeIsOutvotedAgainUntilItHasAnEmptyDatabase(int size, int wrong) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Cluster cluster = new Cluster(size, wrong, seed);
      cluster.run();
      SimulatedNode outvoted = cluster.nodes.get(0);
      outvoted.startAgain();
      while (outvoted.read()) {
        // Until it is outvoted, or has read all.
      }
      assertThat(outvoted.outvoted).as("seed %d", seed).isNotNull();

      outvoted.restore();
      cluster.settle();
      assertThat(outvoted.outvoted).as("seed %d", seed).isNull();
      assertThat(outvoted.replica.decidedHeight())
          .as("seed %d", seed)
          .isEqualTo(outvoted.database.lastKey());
      assertThat(outvoted.database).isEqualTo(cluster.nodes.get(size - 1).database);
    }
  }

  /** A node that starts beyond these votes doesn't read them again; it only waits. */
  @ParameterizedTest
  @CsvSource({"2, 1", "4, 2"})
  void whereNoMajorityIsPossibleNothingIsDecidedAndWhoReadsThatStops(int size, int wrong) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      Cluster cluster = new Cluster(size, wrong, seed);
      cluster.run();
      assertThat(cluster.nodes)
          .as("seed %d", seed)
          .anySatisfy(
              node ->
                  assertThat(node.outvoted)
                      .isNotNull()
                      .message()
                      .contains("can't be decided any more: it has the hash "));
      cluster.nodes.forEach(SimulatedNode::startAgain);
      cluster.settle();
      for (SimulatedNode node : cluster.nodes) {
        assertThat(node.outvoted != null || node.replica.undecided() > 0)
            .as("%s, seed %d", node.name, seed)
            .isTrue();
      }
      assertThat(cluster.decided.keySet()).allMatch(height -> height < cluster.wrongFrom);
    }
  }
}
