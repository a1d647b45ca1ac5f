package io.hybridycsb.blockchaindb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Verified;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.ProofReply;
import io.hybridycsb.blockchaindb.proto.ProofRequest;
import io.hybridycsb.blockchaindb.proto.Proven;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.chain.OneRecordChain;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.StateFile;
import io.hybridycsb.verification.StateFile.Kept;
import io.hybridycsb.verification.StateFile.Position;
import io.hybridycsb.verification.VerificationFailed;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.web3j.crypto.Credentials;

/** What a client with a state file finds, among three nodes that show it chains of their choice. */
class KeptBlocksTest {
  private static final Credentials SEALER = Credentials.create("01".repeat(32));
  private static final byte[] KEY = StateKey.of("usertable", "user1");
  private static final byte[] VALUE = {1, 1};
  private static final OneRecordChain STATE = new OneRecordChain(KEY, Hashes.keccak(VALUE));

  /** Two chains whose blocks differ in the times when they were made. */
  private static final Instant ONE = Instant.EPOCH;

  private static final Instant OTHER = Instant.EPOCH.plusSeconds(1);

  @TempDir private Path directory;
  private final List<ScriptedNode> nodes = new ArrayList<>();
  private final List<ClusterFile.Node> members = new ArrayList<>();
  private final List<ProofRequest> asked = new CopyOnWriteArrayList<>();
  private StateFile file;

  @BeforeEach
  void start() throws Exception {
    file = new StateFile(directory.resolve("verified"));
    for (int i = 1; i <= 3; i++) {
      ScriptedNode node = new ScriptedNode();
      nodes.add(node);
      members.add(new ClusterFile.Node("node" + i, node.address()));
    }
  }

  @AfterEach
  void stop() {
    nodes.forEach(ScriptedNode::close);
  }

  private ClusterFile cluster(Shard shard) {
    return new ClusterFile(Layout.LOG, members, List.of(shard));
  }

  private static Shard shard() {
    return new Shard(
        Consensus.CLIQUE,
        2_022,
        OneRecordChain.CONTRACT,
        List.of(new Address(SEALER.getAddress())),
        List.of());
  }

  private BlockchainDb client() {
    return client(shard());
  }

  private BlockchainDb client(Shard shard) {
    return client(shard, 60_000);
  }

  private BlockchainDb client(Shard shard, long timeoutMs) {
    return new BlockchainDb(
        cluster(shard),
        timeoutMs,
        1,
        new Requirements(Optional.of(file), AgeLimit.NONE),
        AmongThreeNodes.PATIENT);
  }

  private static byte[] header(Instant chain, long number) {
    return STATE.header(number, chain, SEALER);
  }

  private static Hash hash(Instant chain, long number) {
    return Hash.of(Hashes.keccak(header(chain, number)));
  }

  /** These nodes have that chain up to that block, and prove from the one before it. */
  private void show(Instant chain, long newest, int... which) {
    for (int node : which) {
      nodes.get(node).block =
          question -> {
            BlockReply.Builder reply = BlockReply.newBuilder().setNewest(newest);
            if (question.getNumber() > 0 && question.getNumber() <= newest) {
              Hash hash = hash(chain, question.getNumber());
              reply.setFound(true).setHash(ByteString.copyFrom(hash.bytes()));
            }
            return reply.build();
          };
      nodes.get(node).proof =
          question -> {
            asked.add(question);
            return proof(header(chain, newest - 1));
          };
    }
  }

  private static ProofReply proof(byte[] header) {
    return ProofReply.newBuilder()
        .setHeader(ByteString.copyFrom(header))
        .addRecords(Proven.newBuilder().setFound(true).setRecord(ByteString.copyFrom(VALUE)))
        .addAllNodes(STATE.nodes().stream().map(ByteString::copyFrom).toList())
        .build();
  }

  private static Verified verify(BlockchainDb db) {
    return db.session().verify(KEY, 1, Freshness.EVENTUAL);
  }

  /** A process that reads once. */
  private void verifyOnce() {
    try (BlockchainDb db = client()) {
      verify(db);
    }
  }

  private Map<String, Position> kept() {
    return file.read().orElseThrow().chains();
  }

  @Test
  void theNewestSettledBlockIsKeptAndTheNextProcessGoesOnFromIt() {
    show(ONE, 200, 0, 1, 2);
    verifyOnce();
    assertThat(kept()).containsExactly(Map.entry("shard0", new Position(184, hash(ONE, 184))));

    show(ONE, 300, 0, 1, 2);
    verifyOnce();
    assertThat(kept()).containsExactly(Map.entry("shard0", new Position(284, hash(ONE, 284))));
    assertThat(asked).extracting(ProofRequest::getFromBlock).containsExactly(0L, 184L);
  }

  @Test
  void aChainThatIsShownAsItWasBeforeIsFound() {
    show(ONE, 200, 0, 1, 2);
    verifyOnce();

    show(ONE, 150, 0, 1, 2);
    assertThatThrownBy(this::verifyOnce)
        .isInstanceOf(VerificationFailed.class)
        .hasMessage(
            "shard0 was rolled back: most nodes are not beyond block 150; block 184 was verified"
                + " before");
    assertThat(kept().get("shard0").height()).isEqualTo(184);
  }

  @Test
  void aChainThatGoesOnOtherwiseFromBeforeIsFound() {
    show(ONE, 200, 0, 1, 2);
    verifyOnce();

    show(OTHER, 300, 0, 1, 2);
    assertThatThrownBy(this::verifyOnce)
        .isInstanceOf(VerificationFailed.class)
        .hasMessage("most nodes have another block 184 of shard0 than was verified before");
    assertThat(kept().get("shard0").height()).isEqualTo(184);
  }

  @Test
  void aChainThatChangesWhileAProcessRunsIsFoundAtTheNextSave() {
    show(ONE, 200, 0, 1, 2);
    verifyOnce();
    BlockchainDb db = client();
    verify(db);

    show(OTHER, 300, 0, 1, 2);
    assertThatThrownBy(
            () -> {
              try (db) {
                verify(db);
              }
            })
        .isInstanceOf(VerificationFailed.class)
        .hasMessage("most nodes have another block 184 of shard0 than was verified before");
    assertThat(kept().get("shard0").height()).isEqualTo(184);
  }

  @Test
  void aMinorityThatShowsAnotherStateChangesNothing() {
    show(ONE, 200, 0, 1, 2);
    verifyOnce();

    show(ONE, 300, 0, 1);
    show(OTHER, 150, 2);
    verifyOnce();
    assertThat(kept().get("shard0")).isEqualTo(new Position(284, hash(ONE, 284)));
  }

  @Test
  void aBlockOfWhichTooFewNodesTellIsNeitherThereNorGone() {
    show(ONE, 200, 0, 1, 2);
    verifyOnce();

    show(ONE, 150, 1);
    nodes.get(2).close();
    assertThatThrownBy(this::verifyOnce)
        .isInstanceOf(ClientException.class)
        .hasMessage("too few nodes tell of block 184 of shard0, which was verified before");
  }

  @Test
  void ofTwoProcessesTheLaterPositionIsKept() {
    show(ONE, 200, 0, 1, 2);
    BlockchainDb early = client();
    verify(early);
    show(ONE, 300, 0, 1, 2);
    verifyOnce();

    early.close();

    assertThat(kept().get("shard0")).isEqualTo(new Position(284, hash(ONE, 284)));
  }

  /** It is recent enough for a client that knows nothing. */
  @Test
  void noReadIsOfABlockBeforeTheOneThatWasKept() {
    show(ONE, 200, 0, 1, 2);
    verifyOnce();

    nodes.forEach(node -> node.proof = question -> proof(header(ONE, 183)));
    try (BlockchainDb fresh = limited(0);
        BlockchainDb knowing = client(shard(), 1_000)) {
      assertThat(verify(fresh).block()).isEqualTo(183);
      assertThat(AmongThreeNodes.failure(() -> verify(knowing)))
          .contains("it is older than what was asked for");
    }
  }

  @Test
  void readsThatAreCheckedLaterStandAgainstTheFileToo() {
    show(ONE, 200, 0, 1, 2);
    verifyOnce();
    nodes.forEach(node -> node.proof = question -> proof(header(ONE, 299)));
    List<ReadClaim> claims = List.of(ReadClaim.of(KEY, Optional.of(VALUE)));
    ReadBlock old = new ReadBlock(0, 0, 183, hash(ONE, 183));
    ReadBlock recent = new ReadBlock(0, 0, 299, hash(ONE, 299));

    show(ONE, 300, 0, 1, 2);
    try (BlockchainDb db = client()) {
      assertThat(db.readChecks().check(old, claims, Instant.EPOCH).contradicted())
          .containsValue("node1 answered as of block 183; block 184 was verified before");
      assertThat(db.readChecks().check(recent, claims, Instant.EPOCH).contradicted()).isEmpty();
    }
    assertThat(kept().get("shard0").height()).isEqualTo(284);

    show(OTHER, 300, 0, 1, 2);
    try (BlockchainDb db = client()) {
      assertThat(db.readChecks().check(recent, claims, Instant.EPOCH).contradicted())
          .containsValue("most nodes have another block 284 of shard0 than was verified before");
    }
  }

  /** Where blocks are final. */
  @Test
  void aBlockThatIsNeverTakenBackIsKeptAtOnce() {
    Shard shard = new Shard(Consensus.RAFT, 2_022, OneRecordChain.CONTRACT, List.of(), List.of());
    show(ONE, 200, 0, 1, 2);
    try (BlockchainDb db = client(shard)) {
      verify(db);
    }

    assertThat(kept().get("shard0")).isEqualTo(new Position(199, hash(ONE, 199)));
  }

  @Test
  void theFileOfAnotherClusterIsRefusedAndStays() {
    show(ONE, 200, 0, 1, 2);
    verifyOnce();
    Optional<Kept> before = file.read();
    Shard other =
        new Shard(
            Consensus.CLIQUE,
            2_022,
            OneRecordChain.CONTRACT,
            List.of(new Address("0x" + "0a".repeat(20))),
            List.of());

    assertThatThrownBy(() -> client(other))
        .isInstanceOf(VerificationFailed.class)
        .hasMessage(
            "%s has the state of %s; this is %s. Remove it to trust this one"
                .formatted(file.file(), cluster(shard()).ledger(), cluster(other).ledger()));
    assertThat(file.read()).isEqualTo(before);
  }

  @Test
  void aClusterIsTheSameWhenItsNodesMove() {
    ClusterFile here = cluster(shard());
    ClusterFile there =
        new ClusterFile(
            Layout.LOG, List.of(new ClusterFile.Node("other", "elsewhere:1")), here.shards());

    assertThat(there.ledger()).isEqualTo(here.ledger());
    assertThat(new ClusterFile(Layout.CODE, here.nodes(), here.shards()).ledger())
        .isNotEqualTo(here.ledger());
  }

  private BlockchainDb limited(long seconds) {
    return new BlockchainDb(
        cluster(shard()),
        60_000,
        1,
        new Requirements(Optional.empty(), AgeLimit.ofSeconds(seconds)),
        AmongThreeNodes.PATIENT);
  }

  @Test
  void anOldBlockIsRefusedWhereItsAgeIsLimited() {
    show(Instant.now().minusSeconds(5_000), 200, 0, 1, 2);

    try (BlockchainDb any = limited(0);
        BlockchainDb generous = limited(100_000);
        BlockchainDb strict = limited(1_000)) {
      assertThat(verify(any).record()).contains(VALUE);
      assertThat(verify(generous).record()).contains(VALUE);
      assertThatThrownBy(() -> verify(strict))
          .isInstanceOf(VerificationFailed.class)
          .hasMessageMatching(
              "the newest block that was shown was made 50\\d\\d s ago; at most 1000 s are allowed");
      // Who asks for the past gets it.
      assertThat(strict.session().verifyAt(KEY, verify(any).blockHash()).record()).contains(VALUE);
    }
  }

  @Test
  void theAgeOfABlockThatIsCheckedLaterIsThatAtItsRead() {
    Instant made = Instant.ofEpochSecond(1_000_000);
    show(made, 200, 0, 1, 2);
    List<ReadClaim> claims = List.of(ReadClaim.of(KEY, Optional.of(VALUE)));
    ReadBlock block = new ReadBlock(0, 0, 199, hash(made, 199));

    try (BlockchainDb db = limited(30)) {
      assertThat(db.readChecks().check(block, claims, made.plusSeconds(30)).contradicted())
          .isEmpty();
      assertThat(db.readChecks().check(block, claims, made.plusSeconds(31)).contradicted())
          .containsValue(
              "the newest block that was shown was made 31 s ago; at most 30 s are allowed");
    }
  }
}
