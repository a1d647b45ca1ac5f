package io.hybridycsb.veritas.core.sim;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;
import java.util.Random;

/**
 * What happens to nodes: they die, their disks forget or refuse, and somebody forges their votes.
 */
final class Misfortunes {
  private final Random random;
  private final SimulatedLog log;
  private final Audit audit;
  private final List<SimulatedNode> nodes;

  Misfortunes(Random random, SimulatedLog log, Audit audit, List<SimulatedNode> nodes) {
    this.random = random;
    this.log = log;
    this.audit = audit;
    this.nodes = nodes;
  }

  /** One of them, or the end of one. */
  void strike(SimulatedNode node) {
    int kind = random.nextInt(11);
    if (!node.isRunning() || node.isStuck()) {
      if (kind < 5) {
        node.mend();
      }
      if (kind < 7 && !node.isRunning()) {
        loseDisks(node);
        node.start();
      }
    } else if (kind < 2) {
      node.crash();
    } else if (kind < 5) {
      CrashPoint[] points = CrashPoint.values();
      node.crashPoint().arm(points[random.nextInt(points.length)]);
    } else if (kind == 5) {
      node.stateStore().lose();
    } else if (kind == 6) {
      byte[] garbage = new byte[random.nextInt(40)];
      random.nextBytes(garbage);
      log.put(garbage);
    } else if (kind == 7) {
      boolean once = random.nextInt(3) > 0;
      node.stateStore().refuse(once ? 1 : Integer.MAX_VALUE, random.nextBoolean());
    } else if (kind == 8) {
      if (random.nextInt(3) == 0) {
        node.ledgerStore().refuse();
      }
    } else {
      forgeVote(node);
    }
  }

  private void loseDisks(SimulatedNode node) {
    switch (random.nextInt(8)) {
      case 0 -> node.stateStore().rollBack(0);
      case 1, 2 -> node.stateStore().rollBack(node.stateStore().batches() - 1 - random.nextInt(4));
      case 3 -> {
        // Only a machine that loses its power forgets the end of a ledger. What a state store holds
        // of a batch that it was given in part, it is not expected to keep then.
        node.stateStore().rollBack(node.stateStore().batches());
        node.ledgerStore().rollBack(node.ledgerStore().batches() - 1 - random.nextInt(4));
        audit.forget(node);
      }
      case 4 -> {
        node.ledgerStore().rollBack(0);
        audit.forget(node);
      }
      case 5 -> {
        node.wipe();
        audit.forget(node);
      }
      default -> {
        // Both disks are as they were.
      }
    }
  }

  /** Votes of a node gone mad, with its good signature; none of them may count. */
  private void forgeVote(SimulatedNode node) {
    long ordered = audit.oracle().ordered();
    long decided = audit.oracle().decided();
    VoteBody.Builder body =
        VoteBody.newBuilder()
            .setUpToHeight(ordered)
            .setDecidedHash(ByteString.copyFrom(new byte[32]));
    switch (random.nextInt(8)) {
      case 7 -> {
        // If more than half of the nodes did so, the others would stop.
        if (node == nodes.get(0)) {
          node.forgeVote(body.setConfigHash(Oracle.OTHER_RULES));
        }
      }
      case 0 -> node.forgeVote(body.setUpToHeight(ordered + 1 + random.nextInt(3)));
      case 1, 4, 5 -> node.forgeVote(body.setDecidedHeight(decided + 1 + random.nextInt(3)));
      case 2 -> node.forgeVote(body.setDecidedHeight(-1 - random.nextInt(3)));
      case 3 -> node.forgeVote(body.setUpToHeight(-1));
      default -> {
        // The others of two nodes can't know which of the two is wrong.
        if (decided > 0 && node == nodes.get(0) && nodes.size() > 2) {
          node.forgeVote(body.setDecidedHeight(1 + random.nextInt((int) decided)));
        }
      }
    }
  }
}
