package io.hybridycsb.veritas.tendermint.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.cometbft.abci.AbciApplication;
import io.hybridycsb.cometbft.abci.AbciApplication.Block;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseFinalizeBlock;
import io.hybridycsb.cometbft.abci.proto.ResponseInfo;
import io.hybridycsb.cometbft.abci.proto.ResponseOfferSnapshot;
import io.hybridycsb.cometbft.abci.proto.Snapshot;
import io.hybridycsb.veritas.core.txn.ByteKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What CometBFT 0.38 does with one node's application: it stores a block, has it executed, keeps
 * the result, has it committed, and keeps the state. Started again, it asks the application for its
 * height and replays from there. Source: {@code consensus/replay.go}, {@code state/execution.go}.
 */
final class SimulatedCometBft {
  private static final int STEPS_PER_DEATH = 120;

  private final ChainNode node;
  private final Random random;
  private final SimulatedChain chain;
  private final ChainAudit audit;
  private final Map<ByteKey, byte[]> pool = new LinkedHashMap<>();

  private AbciApplication abci;
  private boolean mayDie;

  // On its disk.
  private long storeHeight;
  private long stateHeight;
  private long base;
  private byte[] stateHash = {};
  private ResponseFinalizeBlock lastResult;

  /** CometBFT dies alone. */
  static final class Death extends RuntimeException {
    Death() {
      super("CometBFT died", null, false, false);
    }
  }

  SimulatedCometBft(ChainNode node, Random random, SimulatedChain chain, ChainAudit audit) {
    this.node = node;
    this.random = random;
    this.chain = chain;
    this.audit = audit;
  }

  /** Says whether it may die at any time from now on. */
  void mayDie(boolean now) {
    mayDie = now;
  }

  boolean isRunning() {
    return abci != null;
  }

  boolean isAtTip() {
    return stateHeight == chain.height();
  }

  void crash() {
    abci = null;
    pool.clear();
  }

  private void perhapsDie() {
    if (mayDie && random.nextInt(STEPS_PER_DEATH) == 0) {
      if (random.nextBoolean()) {
        node.crash();
      }
      throw new Death();
    }
  }

  void start(AbciApplication application) {
    ResponseInfo info = application.info();
    long height = info.getLastBlockHeight();
    byte[] hash = info.getLastBlockAppHash().toByteArray();
    if (height == 0) {
      hash = application.initChain(chain.validators().chainId());
      if (stateHeight == 0) {
        stateHash = hash;
      }
    }
    assertThat(height)
        .as("height that %s reports to a CometBFT with %d blocks", node, storeHeight)
        .isBetween(base, storeHeight);
    if (storeHeight > 0 && height == storeHeight && storeHeight == stateHeight + 1) {
      // The application has committed the block. CometBFT lacks only the state after it.
      setState(storeHeight, lastResult.getAppHash().toByteArray());
    } else if (height < storeHeight) {
      replay(application, height, hash);
    }
    if (storeHeight > 0) {
      assertThat(height == storeHeight ? info.getLastBlockAppHash().toByteArray() : stateHash)
          .isEqualTo(stateHash);
    }
    abci = application;
  }

  /** Loses all that it has on its disk, but what it has signed. */
  void wipe() {
    storeHeight = 0;
    stateHeight = 0;
    base = 0;
    stateHash = new byte[0];
    lastResult = null;
  }

  /** Whether it began with a snapshot, before which nothing can be replayed. */
  boolean isRestored() {
    return base > 0;
  }

  boolean isEmpty() {
    return storeHeight == 0;
  }

  /** Restores a snapshot of a peer, or begins at the chain's first block if nobody has one. */
  void startAfresh(AbciApplication application, List<ChainNode> peers) {
    for (ChainNode peer : peers) {
      for (Snapshot snapshot : peer.abci().listSnapshots()) {
        if (isRestored(application, peer, snapshot)) {
          base = snapshot.getHeight();
          setState(base, audit.appHash(base));
          storeHeight = base;
          abci = application;
          return;
        }
      }
    }
    start(application);
  }

  private boolean isRestored(AbciApplication application, ChainNode peer, Snapshot snapshot) {
    assertThat(snapshot.getHeight() + 2).as("headers").isLessThanOrEqualTo(chain.height());
    byte[] hash = audit.appHash(snapshot.getHeight()).clone();
    boolean isLie = random.nextInt(4) == 0;
    if (isLie) {
      hash[random.nextInt(hash.length)]++;
    }
    assertThat(application.offerSnapshot(snapshot, hash))
        .isEqualTo(ResponseOfferSnapshot.Result.ACCEPT);
    for (int i = 0; i < snapshot.getChunks(); i++) {
      byte[] chunk = peer.abci().loadSnapshotChunk(snapshot.getHeight(), snapshot.getFormat(), i);
      if (chunk.length == 0) {
        return false;
      }
      if (random.nextInt(4) == 0) {
        byte[] wrong = chunk.clone();
        wrong[random.nextInt(wrong.length)]++;
        assertThat(application.applySnapshotChunk(i, wrong, "liar"))
            .isEqualTo(
                ResponseApplySnapshotChunk.newBuilder()
                    .setResult(ResponseApplySnapshotChunk.Result.RETRY)
                    .addRefetchChunks(i)
                    .addRejectSenders("liar")
                    .build());
      }
      ResponseApplySnapshotChunk reply = application.applySnapshotChunk(i, chunk, peer.toString());
      if (isLie) {
        assertThat(reply.getResult()).isEqualTo(ResponseApplySnapshotChunk.Result.REJECT_SNAPSHOT);
        return false;
      }
      assertThat(reply.getResult()).isEqualTo(ResponseApplySnapshotChunk.Result.ACCEPT);
    }
    ResponseInfo info = application.info();
    assertThat(info.getLastBlockHeight()).isEqualTo(snapshot.getHeight());
    assertThat(info.getLastBlockAppHash().toByteArray())
        .as("hash of %s, restored", node)
        .isEqualTo(hash);
    audit.check(node);
    return true;
  }

  private void replay(AbciApplication application, long from, byte[] appHash) {
    byte[] hash = appHash;
    for (long height = from + 1; height <= storeHeight; height++) {
      byte[] before = height == 1 ? SimulatedChain.RULES : audit.appHash(height - 1);
      if (hash.length > 0) {
        assertThat(hash)
            .as("hash of %s before the replay of block %d", node, height)
            .isEqualTo(before);
      }
      ResponseFinalizeBlock result = execute(application, height);
      hash = result.getAppHash().toByteArray();
      if (height > stateHeight) {
        setState(height, hash);
      }
    }
    assertThat(hash).as("hash of %s after a replay", node).isEqualTo(stateHash);
  }

  /** Takes the next block that the others have decided. */
  void follow() {
    if (!isAtTip()) {
      storeHeight = stateHeight + 1;
      perhapsDie();
      ResponseFinalizeBlock result = execute(abci, storeHeight);
      perhapsDie();
      setState(storeHeight, result.getAppHash().toByteArray());
      chain.block(storeHeight).transactions().forEach(each -> pool.remove(new ByteKey(each)));
      for (byte[] each : List.copyOf(pool.values())) {
        if (!isTaken(each)) {
          pool.remove(new ByteKey(each));
        }
      }
    }
  }

  private ResponseFinalizeBlock execute(AbciApplication application, long height) {
    Block block = chain.block(height);
    ResponseFinalizeBlock result = application.finalizeBlock(block);
    audit.executed(node, height, result);
    perhapsDie();
    if (height == storeHeight) {
      lastResult = result;
    }
    perhapsDie();
    assertThat(application.commit()).as("what CometBFT may forget").isZero();
    audit.committed(node, height);
    return result;
  }

  private void setState(long height, byte[] hash) {
    stateHeight = height;
    stateHash = hash;
  }

  /** Offers a transaction of the chain to the pool. */
  void offer(byte[] transaction) {
    if (isTaken(transaction)) {
      pool.put(new ByteKey(transaction), transaction);
    }
  }

  private boolean isTaken(byte[] transaction) {
    boolean taken = abci.checkTx(transaction.clone()).getCode() == AbciApplication.OK;
    assertThat(taken)
        .as("whether the pool of %s takes %d bytes", node, transaction.length)
        .isEqualTo(audit.oracle().mayWait(transaction, node.ledgerStore().height()));
    return taken;
  }

  /** What this node proposes for the next block. */
  List<byte[]> propose(long bytesMax) {
    List<byte[]> proposed = abci.prepareProposal(bytesMax, List.copyOf(pool.values()));
    assertThat(proposed.stream().mapToLong(t -> AbciApplication.bytesInBlock(t.length)).sum())
        .as("bytes that %s proposes", node)
        .isLessThanOrEqualTo(bytesMax);
    return proposed;
  }

  /** What waits in the pool. */
  List<byte[]> pool() {
    return List.copyOf(pool.values());
  }
}
