package io.hybridycsb.blockchaindb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.client.ReadChecks.Checked;
import io.hybridycsb.blockchaindb.client.ReadChecks.Standing;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.BlockRequest;
import io.hybridycsb.blockchaindb.proto.GetReply;
import io.hybridycsb.blockchaindb.proto.ProofReply;
import io.hybridycsb.blockchaindb.proto.Proven;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.chain.OneRecordChain;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.records.StateKey;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.web3j.crypto.Credentials;

/** What a read has returned, checked afterwards among three nodes of which the first may lie. */
class ReadChecksTest {
  private static final Credentials SEALER = Credentials.create("01".repeat(32));
  private static final Credentials STRANGER = Credentials.create("02".repeat(32));
  private static final byte[] KEY = StateKey.of("usertable", "user1");
  private static final byte[] OTHER = StateKey.of("usertable", "user2");
  private static final byte[] VALUE = {1, 1};
  private static final byte[] LIE = {1, 2};
  private static final long NUMBER = 100;

  private final OneRecordChain chain = new OneRecordChain(KEY, Hashes.keccak(VALUE));
  private final byte[] header = chain.header(NUMBER, SEALER);
  private final List<ScriptedNode> nodes = new ArrayList<>();
  private BlockchainDb db;

  @BeforeEach
  void start() throws Exception {
    List<ClusterFile.Node> members = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      nodes.add(new ScriptedNode());
      members.add(new ClusterFile.Node("node" + i, nodes.get(i - 1).address()));
    }
    Shard shard =
        new Shard(
            Consensus.CLIQUE,
            2_022,
            OneRecordChain.CONTRACT,
            List.of(new Address(SEALER.getAddress())),
            List.of());
    db = client(new ClusterFile(Layout.LOG, members, List.of(shard)), 60_000);
    nodes.forEach(node -> node.proof = question -> proof(question.getKeysList()));
    have(header, NUMBER);
  }

  private static BlockchainDb client(ClusterFile cluster, long timeoutMs) {
    return new BlockchainDb(cluster, timeoutMs, 1, Requirements.NONE, AmongThreeNodes.PATIENT);
  }

  @AfterEach
  void stop() {
    db.close();
    nodes.forEach(ScriptedNode::close);
  }

  /** The truth, of the first key alone if there are several. */
  private ProofReply proof(List<ByteString> keys) {
    Proven proven =
        keys.get(0).equals(ByteString.copyFrom(KEY))
            ? Proven.newBuilder().setFound(true).setRecord(ByteString.copyFrom(VALUE)).build()
            : Proven.getDefaultInstance();
    return ProofReply.newBuilder()
        .setHeader(ByteString.copyFrom(header))
        .addRecords(proven)
        .addAllNodes(chain.nodes().stream().map(ByteString::copyFrom).toList())
        .build();
  }

  /** All nodes have this block, and a newest one. */
  private void have(byte[] block, long newest) throws Exception {
    ByteString hash =
        ByteString.copyFrom(SealedHeader.read(Consensus.CLIQUE, block).hash().bytes());
    nodes.forEach(
        node ->
            node.block =
                question ->
                    BlockReply.newBuilder().setNewest(newest).setFound(true).setHash(hash).build());
  }

  private void answer(byte[] key, byte[] record, byte[] block) throws IOException {
    nodes.get(0).get =
        question ->
            GetReply.newBuilder()
                .setFound(record.length > 0)
                .setRecord(ByteString.copyFrom(record))
                .setBlock(NUMBER)
                .setBlockHash(ByteString.copyFrom(Hashes.keccak(block)))
                .build();
  }

  private Checked readAndCheck(byte[] key, byte[] record, byte[] block) throws IOException {
    answer(key, record, block);
    BlockchainDb.Reading reading = db.sessionAt(0).read(key, Freshness.SESSION);
    return db.readChecks()
        .check(reading.block(), List.of(ReadClaim.of(key, reading.record())), Instant.now());
  }

  @Test
  void recordsThatAreThereOrAbsentAsTheReadsSaidAreProvenTogether() throws Exception {
    answer(KEY, VALUE, header);
    ReadBlock block = db.sessionAt(0).read(KEY, Freshness.SESSION).block();

    Checked checked =
        db.readChecks()
            .check(
                block,
                List.of(
                    ReadClaim.of(KEY, Optional.of(VALUE)), ReadClaim.of(OTHER, Optional.empty())),
                Instant.now());

    assertThat(checked.standing()).isEqualTo(Standing.COMPARED);
    assertThat(checked.contradicted()).isEmpty();
  }

  @Test
  void aNodeThatLiesInAReadAndTellsTheTruthInTheProofIsFound() throws Exception {
    for (byte[] lie : List.of(LIE, new byte[0])) {
      Checked checked = readAndCheck(KEY, lie, header);

      assertThat(checked.contradicted().values())
          .singleElement()
          .asString()
          .contains("usertable/user1 of node1: block 100 holds another record");
    }
    assertThat(readAndCheck(OTHER, LIE, header).contradicted()).hasSize(1);
  }

  @Test
  void aProofThatDoesNotHoldIsFound() throws Exception {
    nodes.get(0).proof =
        question ->
            proof(question.getKeysList()).toBuilder()
                .setRecords(
                    0, Proven.newBuilder().setFound(true).setRecord(ByteString.copyFrom(LIE)))
                .build();

    assertThat(readAndCheck(KEY, LIE, header).contradicted()).hasSize(1);
  }

  @Test
  void aNodeThatHasGoneIsNotNeededForTheCheck() throws Exception {
    answer(KEY, VALUE, header);
    BlockchainDb.Reading reading = db.sessionAt(0).read(KEY, Freshness.SESSION);
    nodes.get(0).close();

    Checked checked =
        db.readChecks()
            .check(reading.block(), List.of(ReadClaim.of(KEY, reading.record())), Instant.now());

    assertThat(checked.standing()).isEqualTo(Standing.COMPARED);
    assertThat(checked.contradicted()).isEmpty();
  }

  /** Most nodes have another block than the one that a read was of, and these have executed it. */
  private void leave(byte[] block, int... executed) throws Exception {
    have(new OneRecordChain(OTHER, LIE).header(NUMBER, SEALER), NUMBER + 1);
    ByteString hash = ByteString.copyFrom(Hashes.keccak(block));
    for (int number : executed) {
      Function<BlockRequest, BlockReply> ofChain = nodes.get(number).block;
      nodes.get(number).block =
          question ->
              question.getHash().equals(hash)
                  ? BlockReply.newBuilder().setFound(true).setHash(hash).build()
                  : ofChain.apply(question);
    }
  }

  @Test
  void aReadOfABranchThatTheChainHasLeftIsProvenAndCountedApart() throws Exception {
    leave(header, 0, 1);

    Checked checked = readAndCheck(KEY, VALUE, header);

    assertThat(checked.standing()).isEqualTo(Standing.WITHDRAWN);
    assertThat(checked.contradicted()).isEmpty();
    assertThat(readAndCheck(OTHER, new byte[0], header).contradicted()).isEmpty();
  }

  @Test
  void aLieAboutABranchThatTheChainHasLeftIsFound() throws Exception {
    leave(header, 0, 1, 2);

    for (byte[] lie : List.of(LIE, new byte[0])) {
      assertThat(readAndCheck(KEY, lie, header).contradicted()).hasSize(1);
    }
    assertThat(readAndCheck(OTHER, LIE, header).contradicted()).hasSize(1);
  }

  /** An authority can seal any state; the others' clients execute a block before they keep it. */
  @Test
  void aStateThatOnlyTheOneWhoSealedItKnowsProvesNothing() throws Exception {
    OneRecordChain invented = new OneRecordChain(KEY, Hashes.keccak(LIE));
    byte[] own = invented.header(NUMBER, SEALER);
    nodes.get(0).proof =
        question ->
            ProofReply.newBuilder()
                .setHeader(ByteString.copyFrom(own))
                .addRecords(Proven.newBuilder().setFound(true).setRecord(ByteString.copyFrom(LIE)))
                .addAllNodes(invented.nodes().stream().map(ByteString::copyFrom).toList())
                .build();
    leave(own, 0);

    answer(KEY, LIE, own);
    BlockchainDb.Reading reading = db.sessionAt(0).read(KEY, Freshness.SESSION);
    List<ReadClaim> claims = List.of(ReadClaim.of(KEY, reading.record()));
    try (BlockchainDb hasty = client(db.cluster(), 1_500)) {
      assertThatThrownBy(() -> hasty.readChecks().check(reading.block(), claims, Instant.now()))
          .isInstanceOf(ClientException.class);
    }
  }

  /** Under a consensus whose blocks are final. */
  @Test
  void aChainThatTakesNoBlockBackHasNoBranches() throws Exception {
    answer(KEY, VALUE, header);
    ReadBlock block = db.sessionAt(0).read(KEY, Freshness.SESSION).block();
    leave(header, 0, 1, 2);
    Shard last = new Shard(Consensus.RAFT, 2_022, OneRecordChain.CONTRACT, List.of(), List.of());
    ClusterFile cluster = new ClusterFile(Layout.LOG, db.cluster().nodes(), List.of(last));
    try (BlockchainDb finalOnes = client(cluster, 60_000)) {
      ReadClaim claim = ReadClaim.of(KEY, Optional.of(VALUE));

      assertThat(finalOnes.readChecks().check(block, List.of(claim), Instant.now()).contradicted())
          .containsValue(
              "node1 names block 100: most nodes have another, and the chain takes none back");
    }
  }

  @Test
  void aReadOfABranchThatNobodyProvesIsNotChecked() throws Exception {
    leave(header, 0, 1, 2);
    nodes.forEach(
        node ->
            node.proof =
                question -> ProofReply.newBuilder().setHeader(ByteString.copyFrom(header)).build());

    assertThatThrownBy(() -> readAndCheck(KEY, VALUE, header))
        .isInstanceOf(ClientException.class)
        .hasMessage("node3 proves no record");
  }

  /** Else a liar would only have to name one that never was. */
  @Test
  void aBlockThatNoAuthorityHasSealedContradictsTheRead() throws Exception {
    byte[] invented = new OneRecordChain(KEY, LIE).header(NUMBER, STRANGER);
    nodes.get(0).proof =
        question -> ProofReply.newBuilder().setHeader(ByteString.copyFrom(invented)).build();
    assertThat(readAndCheck(KEY, LIE, invented).contradicted()).hasSize(1);

    nodes.forEach(node -> node.proof = question -> ProofReply.getDefaultInstance());
    assertThatThrownBy(() -> readAndCheck(KEY, LIE, invented)).isInstanceOf(ClientException.class);
  }

  @Test
  void theNodeThatSendsAnInvalidHeaderIsNamedThoughAnotherWasRead() throws Exception {
    nodes.get(0).proof = question -> null;
    nodes.get(1).proof =
        question ->
            ProofReply.newBuilder().setHeader(ByteString.copyFrom(new byte[] {1, 2, 3})).build();

    assertThat(readAndCheck(KEY, VALUE, header).contradicted().values())
        .singleElement()
        .asString()
        .startsWith("node2 proves from block 100: ");
  }

  @Test
  void aBlockThatAllHaveForgottenIsTooOldAndNothingPasses() throws Exception {
    have(header, NUMBER + 128);
    nodes.forEach(node -> node.proof = question -> ProofReply.getDefaultInstance());

    assertThat(readAndCheck(KEY, VALUE, header).standing()).isEqualTo(Standing.TOO_OLD);
  }
}
