package io.hybridycsb.veritas.tendermint.sim;

import io.hybridycsb.veritas.core.sim.CrashPoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What befalls nodes, beside deaths within ABCI's calls, and how they come back. */
final class Misfortunes {
  private final Random random;
  private final List<ChainNode> nodes;
  private final ChainAudit audit;

  Misfortunes(Random random, List<ChainNode> nodes, ChainAudit audit) {
    this.random = random;
    this.nodes = nodes;
    this.audit = audit;
  }

  void befall(ChainNode node) {
    int kind = random.nextInt(10);
    if (!node.isRunning()) {
      comeBack(node);
    } else if (kind < 2) {
      node.crash();
    } else if (kind < 4) {
      node.cometBft().crash();
    } else if (kind < 9) {
      armCrash(node);
    } else {
      node.stateStore().lose();
    }
  }

  private void armCrash(ChainNode node) {
    CrashPoint[] points = CrashPoint.values();
    node.crashPoint().arm(points[random.nextInt(points.length)]);
  }

  /** Starts what doesn't run of a node, some of whose disks may be lost. */
  void comeBack(ChainNode node) {
    boolean mayBeEmptied = node != nodes.get(0);
    if (node.isDead() && mayBeEmptied && random.nextInt(8) == 0) {
      startAfresh(node);
    } else {
      if (node.isDead() && random.nextInt(3) == 0) {
        loseDisks(node);
      }
      start(node);
    }
  }

  /** One that died while it restored a snapshot has to begin again. */
  void start(ChainNode node) {
    if (node.isDead() && node.cometBft().isEmpty() && node.ledgerStore().height() > 0) {
      startAfresh(node);
    } else {
      node.start();
    }
  }

  /** The first node never does, so that somebody has the first blocks. */
  private void startAfresh(ChainNode node) {
    List<ChainNode> peers = new ArrayList<>(nodes);
    peers.removeIf(each -> each == node || !each.isRunning());
    Collections.shuffle(peers, random);
    node.crashPoint().arm(null);
    if (random.nextInt(4) == 0) {
      armCrash(node);
    }
    node.startAfresh(peers);
  }

  private void loseDisks(ChainNode node) {
    switch (random.nextInt(node.cometBft().isRestored() ? 3 : 5)) {
      case 0 -> node.stateStore().rollBack(0);
      case 1, 2 -> node.stateStore().rollBack(node.stateStore().batches() - 1 - random.nextInt(4));
      case 3 -> {
        // Only a machine that loses its power forgets the end of a ledger. What a state store holds
        // of a batch that it was given in part, it is not expected to keep then.
        node.stateStore().rollBack(node.stateStore().batches());
        node.ledgerStore().rollBack(node.ledgerStore().batches() - 1 - random.nextInt(4));
        audit.forget(node);
      }
      default -> {
        node.ledgerStore().rollBack(0);
        audit.forget(node);
      }
    }
  }
}
