package io.hybridycsb.veritas.tendermint;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseOfferSnapshot;
import io.hybridycsb.cometbft.abci.proto.ResponseQuery;
import io.hybridycsb.cometbft.abci.proto.Snapshot;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.chain.ChainConsensus;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.snapshot.SnapshotDirectory;
import io.hybridycsb.veritas.core.snapshot.SnapshotInfo;
import io.hybridycsb.veritas.core.snapshot.Snapshots;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateSyncTest {
  private static final int INTERVAL = 2;
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** A node as its CometBFT sees it. */
  private static final class Peer {
    final InMemoryStateStore state = new InMemoryStateStore();
    final AtomicInteger taken = new AtomicInteger();
    final Node node;
    NodeContext context;
    ChainConsensus consensus;
    final StateSync sync;

    Peer(Path root) {
      SnapshotDirectory directory = new SnapshotDirectory(root);
      node =
          new Node(
              new Node.Parts(
                  TestKeys.cluster(ApprovalPolicy.ALL, 2, 1),
                  "node1",
                  TestKeys.node(1),
                  new InMemoryLedgerStore(),
                  state,
                  directory,
                  NodeOptions.DEFAULT),
              given -> {
                context = given;
                consensus = new ChainConsensus(given, () -> new Certificate(0, 0, reply -> {}), 0);
                return consensus;
              });
      sync =
          new StateSync(
              context.data(),
              consensus,
              directory,
              INTERVAL,
              taken::incrementAndGet,
              Snapshots.thread());
    }

    Outcome[] block(long position, TestTransactions... transactions) {
      Outcome[] outcomes =
          consensus.execute(
              position,
              "node1",
              Arrays.stream(transactions).map(TestTransactions::checked).toList());
      consensus.commit();
      sync.committed();
      return outcomes;
    }

    /** And until the next may be begun: they are listed a moment before. */
    void awaitTaken(int count) {
      await().atMost(PATIENCE).until(() -> taken.get() == count);
    }

    ResponseQuery query(String path, byte[] data, long height) {
      return new StateQueries(context.data(), consensus, sync).answer(path, data, height);
    }

    void close() {
      sync.close();
      node.close();
    }
  }

  @TempDir private Path root;
  @AutoClose private Peer full;
  @AutoClose private Peer empty;
  private Snapshot snapshot;
  private byte[] appHash;

  @BeforeEach
  void take() {
    full = new Peer(root.resolve("full"));
    empty = new Peer(root.resolve("empty"));
    full.block(3, at(1).put("a", "1"));
    full.block(5, at(2).put("b", "2"));
    appHash = full.consensus.committed().hash();
    full.awaitTaken(1);
    full.block(6);
    full.block(7);
    snapshot = full.sync.list().get(0);
  }

  private byte[] chunk() {
    return full.sync.chunk(snapshot.getHeight(), snapshot.getFormat(), 0);
  }

  @Test
  void aNodeWithNothingRestoresWhatAnotherOffersAndGoesOn() {
    assertThat(empty.sync.offered(snapshot, appHash))
        .isEqualTo(ResponseOfferSnapshot.Result.ACCEPT);
    assertThat(empty.sync.chunk(0, chunk(), "peer").getResult())
        .isEqualTo(ResponseApplySnapshotChunk.Result.ACCEPT);
    assertThat(empty.consensus.committedPosition()).isEqualTo(5);
    assertThat(empty.consensus.committed().hash()).isEqualTo(appHash);
    assertThat(TestLedger.content(empty.state)).isEqualTo(TestLedger.content(full.state));
    TestTransactions[] next = {at(1).put("a", "again"), at(3).merge("b", "3")};
    assertThat(empty.block(8, next)).containsExactly(Outcome.DUPLICATE, Outcome.COMMITTED);
    assertThat(full.block(8, next)).containsExactly(Outcome.DUPLICATE, Outcome.COMMITTED);
    assertThat(empty.consensus.committed().hash()).isEqualTo(full.consensus.committed().hash());
  }

  @Test
  void aSnapshotIsOfferedOnceTheChainHasTheTwoHeadersThatCometBftNeeds() {
    full.block(8, at(3).put("c", "3"));
    full.block(9, at(4).put("c", "4"));
    full.awaitTaken(2);
    assertThat(full.sync.list()).extracting(Snapshot::getHeight).containsExactly(5L);
    assertThat(full.sync.needsBlocks()).isTrue();
    full.block(10);
    full.block(11);
    assertThat(full.sync.list()).extracting(Snapshot::getHeight).containsExactly(9L, 5L);
    assertThat(full.sync.needsBlocks()).isFalse();
    assertThat(full.query(StateQueries.SNAPSHOTS, new byte[0], 0).getValue().toStringUtf8())
        .isEqualTo("9 5");
  }

  @Test
  void aWrongChunkIsFetchedAgainFromAnother() {
    empty.sync.offered(snapshot, appHash);
    byte[] wrong = chunk();
    wrong[17]++;
    ResponseApplySnapshotChunk reply = empty.sync.chunk(0, wrong, "liar");
    assertThat(reply.getResult()).isEqualTo(ResponseApplySnapshotChunk.Result.RETRY);
    assertThat(reply.getRefetchChunksList()).containsExactly(0);
    assertThat(reply.getRejectSendersList()).containsExactly("liar");
    assertThat(empty.sync.chunk(0, chunk(), "peer").getResult())
        .isEqualTo(ResponseApplySnapshotChunk.Result.ACCEPT);
  }

  @Test
  void aSnapshotOfAnotherStateIsRefusedWithWhoSentItAndTheRightOneTakenAfterwards() {
    byte[] other = appHash.clone();
    other[0]++;
    empty.sync.offered(snapshot, other);
    ResponseApplySnapshotChunk reply = empty.sync.chunk(0, chunk(), "liar");
    assertThat(reply.getResult()).isEqualTo(ResponseApplySnapshotChunk.Result.REJECT_SNAPSHOT);
    assertThat(reply.getRejectSendersList()).containsExactly("liar");
    assertThat(empty.consensus.committedPosition()).isZero();
    aNodeWithNothingRestoresWhatAnotherOffersAndGoesOn();
  }

  @Test
  void aLiarWhoAnnouncesManyChunksIsNamedAtItsFirstAndTheRightSnapshotTakenAfterwards() {
    // Its first four bytes are a block's length, which no block has.
    byte[] lie = new byte[SnapshotInfo.CHUNK_BYTES];
    Arrays.fill(lie, (byte) 100);
    SnapshotInfo info = new SnapshotInfo(5, 2, Collections.nCopies(1_000, Hashes.sha256(lie)));
    Snapshot forged =
        snapshot.toBuilder()
            .setChunks(1_000)
            .setHash(ByteString.copyFrom(info.hash()))
            .setMetadata(ByteString.copyFrom(info.metadata()))
            .build();
    assertThat(empty.sync.offered(forged, appHash)).isEqualTo(ResponseOfferSnapshot.Result.ACCEPT);
    ResponseApplySnapshotChunk reply = empty.sync.chunk(0, lie, "liar");
    assertThat(reply.getResult()).isEqualTo(ResponseApplySnapshotChunk.Result.REJECT_SNAPSHOT);
    assertThat(reply.getRejectSendersList()).containsExactly("liar");
    assertThat(empty.sync.chunk(1, lie, "liar").getResult())
        .isEqualTo(ResponseApplySnapshotChunk.Result.ABORT);
    aNodeWithNothingRestoresWhatAnotherOffersAndGoesOn();
  }

  private ResponseOfferSnapshot.Result offered(int format, int chunks, ByteString metadata) {
    return empty.sync.offered(
        snapshot.toBuilder().setFormat(format).setChunks(chunks).setMetadata(metadata).build(),
        appHash);
  }

  @Test
  void whatIsNoSnapshotIsNotTaken() {
    Snapshot s = snapshot;
    assertThat(offered(2, 1, s.getMetadata()))
        .isEqualTo(ResponseOfferSnapshot.Result.REJECT_FORMAT);
    assertThat(offered(s.getFormat(), 2, s.getMetadata()))
        .isEqualTo(ResponseOfferSnapshot.Result.REJECT_SENDER);
    assertThat(offered(s.getFormat(), 1, ByteString.copyFrom(new byte[9])))
        .isEqualTo(ResponseOfferSnapshot.Result.REJECT_SENDER);
    assertThat(empty.sync.chunk(0, chunk(), "peer").getResult())
        .isEqualTo(ResponseApplySnapshotChunk.Result.ABORT);
    assertThat(full.sync.chunk(s.getHeight(), 2, 0)).isEmpty();
    assertThat(full.sync.chunk(s.getHeight(), s.getFormat(), 7)).isEmpty();
    assertThat(full.sync.chunk(4, s.getFormat(), 0)).isEmpty();
  }

  @Test
  void aNodeThatHasBlocksWhileItsCometBftHasNoneStopsAndSaysWhatToDo() {
    assertThatThrownBy(() -> full.sync.offered(snapshot, appHash))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("the node has to start afresh");
  }

  @Test
  void aQueryAnswersTheNewestHeightAndNoOther() {
    byte[] key = TestTransactions.key("a").bytes();
    ResponseQuery reply = full.query(StateQueries.KEY, key, 0);
    assertThat(reply.getCode()).isZero();
    assertThat(reply.getHeight()).isEqualTo(5);
    assertThat(reply.getValue().toByteArray()).isEqualTo(full.state.getAll(List.of(key)).get(0));
    assertThat(full.query(StateQueries.KEY, key, 5).getCode()).isZero();
    assertThat(full.query(StateQueries.KEY, key, 3).getLog())
        .isEqualTo("only the newest height can be asked for: 0 or now 5");
    assertThat(empty.query(StateQueries.KEY, key, 0).getLog())
        .isEqualTo("the ledger has no block yet");
    assertThat(full.query("", key, 0).getLog()).isEqualTo("the path is /key or /snapshots, not ''");
  }
}
