package io.hybridycsb.blockchaindb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.Entry;
import io.hybridycsb.blockchaindb.proto.GetReply;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.ProofReply;
import io.hybridycsb.blockchaindb.proto.ProofRequest;
import io.hybridycsb.blockchaindb.proto.Proven;
import io.hybridycsb.blockchaindb.proto.ScanReply;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.OneRecordChain;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.web3j.crypto.Credentials;

/** The client among three nodes that answer what a test wants, the first a liar where need be. */
class BlockchainDbTest extends AmongThreeNodes {
  private static final Credentials STRANGER = Credentials.create("02".repeat(32));
  private static final byte[] OLD = {1, 1};
  private static final byte[] NEW = {1, 2};

  private static ProofReply proof(byte[] value, byte[] header) {
    OneRecordChain chain = new OneRecordChain(KEY, Hashes.keccak(value));
    return ProofReply.newBuilder()
        .setHeader(ByteString.copyFrom(header))
        .addRecords(Proven.newBuilder().setFound(true).setRecord(ByteString.copyFrom(value)))
        .addAllNodes(chain.nodes().stream().map(ByteString::copyFrom).toList())
        .build();
  }

  private static byte[] header(byte[] value, long number, Credentials sealer) {
    return new OneRecordChain(KEY, Hashes.keccak(value)).header(number, sealer);
  }

  /** All nodes have this block, and a newest one. */
  private void allHave(byte[] header, long newest) throws Exception {
    SealedHeader block = SealedHeader.read(Consensus.CLIQUE, header);
    for (ScriptedNode node : nodes) {
      node.block =
          question ->
              BlockReply.newBuilder()
                  .setNewest(newest)
                  .setFound(question.getNumber() == block.number())
                  .setHash(ByteString.copyFrom(block.hash().bytes()))
                  .build();
    }
  }

  @Test
  void aRecordOfARecentBlockThatAllHaveIsVerified() throws Exception {
    byte[] header = header(NEW, 100, SEALER);
    allHave(header, 117);
    nodes.get(0).proof = question -> proof(NEW, header);

    BlockchainDb.Verified verified = db.sessionAt(0).verify(KEY, 1, Freshness.SESSION);

    assertThat(verified.record()).contains(NEW);
    assertThat(verified.block()).isEqualTo(100);
    assertThat(verified.agreeing()).isGreaterThan(1);
  }

  @Test
  void aRecordIsVerifiedAsItWasAfterAnEarlierBlock() throws Exception {
    byte[] header = header(OLD, 100, SEALER);
    allHave(header, 5_000);
    nodes.get(0).proof = question -> proof(OLD, header);
    Hash block = SealedHeader.read(Consensus.CLIQUE, header).hash();

    BlockchainDb.Verified verified = db.sessionAt(0).verifyAt(KEY, block);
    assertThat(verified.record()).contains(OLD);
    assertThat(verified.blockHash()).isEqualTo(block);

    byte[] another = header(NEW, 100, SEALER);
    Hash other = SealedHeader.read(Consensus.CLIQUE, another).hash();
    assertThatThrownBy(() -> hasty.sessionAt(0).verifyAt(KEY, other))
        .isInstanceOf(ClientException.class);
  }

  @Test
  void aSettledBlockIsOneThatMostNodesHave() throws Exception {
    byte[] header = header(NEW, 100, SEALER);
    Hash hash = SealedHeader.read(Consensus.CLIQUE, header).hash();
    allHave(header, 116);
    nodes.get(2).block =
        question ->
            BlockReply.newBuilder()
                .setFound(true)
                .setNewest(116)
                .setHash(ByteString.copyFrom(new byte[32]))
                .build();

    assertThat(db.settled(0).number()).isEqualTo(100);
    assertThat(db.settled(0).hash()).isEqualTo(hash);
    assertThat(db.blockAt(0, 100).hash()).isEqualTo(hash);
    assertThatThrownBy(() -> db.blockAt(0, 99))
        .isInstanceOf(ClientException.class)
        .hasMessage("most nodes don't have one block 99");
  }

  @Test
  void aProofFromABlockThatMostHaveLeftFarBehindIsNotTaken() throws Exception {
    byte[] header = header(OLD, 100, SEALER);
    allHave(header, 118);
    nodes.get(0).proof = question -> proof(OLD, header);

    assertThatThrownBy(() -> hasty.sessionAt(0).verify(KEY, 1, Freshness.SESSION))
        .isInstanceOf(ClientException.class);
    // Who asks for an old block gets it.
    assertThat(db.sessionAt(0).verify(KEY, 2, Freshness.SESSION).record()).contains(OLD);
  }

  /** One that says the chain is far ahead doesn't make the others' blocks old. */
  @Test
  void aSingleNodeNeitherMakesABlockNorMakesItOld() throws Exception {
    byte[] header = header(NEW, 100, SEALER);
    allHave(header, 101);
    nodes.get(2).block = question -> newest(10_000);
    nodes.get(0).proof = question -> proof(NEW, header);
    assertThat(db.sessionAt(0).verify(KEY, 1, Freshness.SESSION).agreeing()).isEqualTo(2);

    byte[] own = header(OLD, 101, SEALER);
    SealedHeader block = SealedHeader.read(Consensus.CLIQUE, own);
    nodes.get(0).proof = question -> proof(OLD, own);
    nodes.get(0).block =
        question ->
            BlockReply.newBuilder()
                .setFound(true)
                .setNewest(101)
                .setHash(ByteString.copyFrom(block.hash().bytes()))
                .build();
    assertThatThrownBy(() -> hasty.sessionAt(0).verify(KEY, 1, Freshness.SESSION))
        .isInstanceOf(ClientException.class);
  }

  @Test
  void aHeaderThatNoAuthorityHasSealedFails() throws Exception {
    byte[] header = header(NEW, 100, STRANGER);
    allHave(header, 100);
    nodes.get(0).proof = question -> proof(NEW, header);

    assertThatThrownBy(() -> db.sessionAt(0).verify(KEY, 1, Freshness.SESSION))
        .isInstanceOf(VerificationFailed.class)
        .hasMessageContaining("which is no authority");
  }

  @Test
  void aValueThatIsNotTheBlocksFails() throws Exception {
    byte[] header = header(NEW, 100, SEALER);
    allHave(header, 100);
    nodes.get(0).proof =
        question ->
            proof(NEW, header).toBuilder()
                .setRecords(
                    0, Proven.newBuilder().setFound(true).setRecord(ByteString.copyFrom(OLD)))
                .build();

    assertThatThrownBy(() -> db.sessionAt(0).verify(KEY, 1, Freshness.SESSION))
        .isInstanceOf(VerificationFailed.class);
  }

  /** A liar would otherwise show a session a state from before what the session knows. */
  @Test
  void anAnswerAsOfABlockBeforeTheOneThatWasAskedForIsNotTaken() {
    allReach(7);
    nodes.forEach(
        node -> {
          node.write = question -> committed(7);
          node.get = question -> found(NEW, 7);
          node.scan = question -> ScanReply.newBuilder().setBlock(7).addEntries(entry(NEW)).build();
        });
    db.session().write(ONE_WRITE, 0);
    nodes.get(0).get = question -> found(OLD, 6);
    nodes.get(0).scan =
        question -> ScanReply.newBuilder().setBlock(6).addEntries(entry(OLD)).build();

    for (Session session : List.of(db.session(), db.session(), db.session())) {
      assertThat(session.get(KEY, Freshness.SESSION)).contains(NEW);
      assertThat(session.scan(KEY, new byte[0], 1, Freshness.SESSION)).containsExactly(entry(NEW));
    }
    assertThat(db.sessionAt(0).get(KEY, Freshness.EVENTUAL)).contains(OLD);
    assertThatThrownBy(() -> db.sessionAt(0).get(KEY, Freshness.SESSION))
        .isInstanceOf(ClientException.class)
        .hasMessage("node1 answers as of block 6, not of 7 or a later one");
    assertThatThrownBy(() -> db.sessionAt(0).scan(KEY, KEY, 1, Freshness.SESSION))
        .isInstanceOf(ClientException.class)
        .hasMessage("node1 answers as of block 6, not of 7 or a later one");
  }

  /** It proves from where the session is, though that is less deep than asked for. */
  @Test
  void aVerifiedReadIsOfNoBlockBeforeWhatItsSessionKnows() throws Exception {
    List<ProofRequest> asked = new CopyOnWriteArrayList<>();
    byte[] header = header(OLD, 100, SEALER);
    allHave(header, 101);
    nodes.get(0).write = question -> committed(101);
    nodes.get(0).proof =
        question -> {
          asked.add(question);
          return proof(OLD, header);
        };
    Session session = db.sessionAt(0);
    session.verify(KEY, 1, Freshness.SESSION);
    session.verify(KEY, 1, Freshness.EVENTUAL);
    session.verify(KEY, 1, Freshness.SESSION);
    session.write(ONE_WRITE, 0);

    assertThat(session.verify(KEY, 1, Freshness.EVENTUAL).record()).contains(OLD);
    assertThat(failure(() -> hasty.sessionAt(0).verify(KEY, 1, Freshness.SESSION)))
        .isEqualTo(
            "most nodes do not have the block that node1 proves from, or it is older than what was"
                + " asked for");
    assertThat(asked.stream().limit(5))
        .extracting(ProofRequest::getFromBlock)
        .containsExactly(0L, 0L, 100L, 0L, 101L);
  }

  @Test
  void anAnswerThatNamesNoBlockIsNotTaken() {
    nodes.get(0).get = question -> GetReply.newBuilder().setBlock(7).build();
    nodes.get(1).get = question -> found(NEW);

    assertThat(db.session().get(KEY, Freshness.SESSION)).contains(NEW);
    assertThatThrownBy(() -> db.sessionAt(0).get(KEY, Freshness.SESSION))
        .isInstanceOf(ClientException.class)
        .hasMessage("node1 names no block: a hash has 0 bytes, not 32");
  }

  /** A node that was killed and has started again has only some of them in its journal. */
  @Test
  void afterALostAnswerOnlyASingleWriteIsKnownToBeCommitted() {
    nodes.forEach(node -> node.block = question -> newest(1));
    nodes.forEach(
        node ->
            node.outcome =
                question ->
                    WriteReply.newBuilder()
                        .setOutcome(
                            question.getGiveUp() ? Outcome.COMMITTED : Outcome.NOT_SUBMITTED)
                        .addTransactions(ByteString.copyFrom(new byte[32]))
                        .setBlock(1)
                        .build());

    assertThat(db.session().write(ONE_WRITE, 0).getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(db.session().write(List.of(ONE_WRITE.get(0), ONE_WRITE.get(0)), 0).getOutcome())
        .isEqualTo(Outcome.UNKNOWN);
  }

  private static Entry entry(byte[] value) {
    return Entry.newBuilder()
        .setKey(ByteString.copyFrom(KEY))
        .setRecord(ByteString.copyFrom(value))
        .build();
  }

  private static GetReply found(byte[] value) {
    return found(value, 0);
  }

  private static GetReply found(byte[] value, long block) {
    return read(block).toBuilder().setFound(true).setRecord(ByteString.copyFrom(value)).build();
  }

  @Test
  void aVerifiedReadGoesToAnotherNodeWhereTheFirstHasNoChainToProveFrom() throws Exception {
    byte[] header = header(NEW, 100, SEALER);
    allHave(header, 101);
    nodes.get(1).proof = question -> proof(NEW, header);

    assertThat(db.session().verify(KEY, 1, Freshness.SESSION).record()).contains(NEW);
    assertThatThrownBy(() -> db.sessionAt(0).verify(KEY, 1, Freshness.SESSION))
        .isInstanceOf(ClientException.class);
  }

  /** Its chain may have halted, or the process be stopped. */
  @Test
  void aSilentNodeLeavesTheOthersTimeToAnswer() {
    CountDownLatch never = new CountDownLatch(1);
    nodes.get(0).get = ScriptedNode.after(never, question -> null);
    nodes.get(1).get = question -> found(NEW);

    try (BlockchainDb patient = client(15_000, PATIENT)) {
      assertThat(patient.session().get(KEY, Freshness.SESSION)).contains(NEW);
    } finally {
      never.countDown();
    }
  }

  @Test
  void aNodeThatHasNotAnsweredIsSeldomAskedFirst() {
    AtomicInteger asked = new AtomicInteger();
    nodes.get(0).get =
        question -> {
          asked.incrementAndGet();
          return null;
        };
    nodes.get(1).get = question -> found(NEW);
    Session session = db.session();

    for (int i = 0; i < 100; i++) {
      assertThat(session.get(KEY, Freshness.SESSION)).contains(NEW);
    }

    assertThat(asked).hasValueLessThan(10);
  }

  @Test
  void aWriteThatADeadNodeCannotHaveGotGoesToTheNext() {
    nodes.get(0).close();
    nodes.get(1).write = request -> WriteReply.newBuilder().setOutcome(Outcome.COMMITTED).build();

    assertThat(db.session().write(ONE_WRITE, 0).getOutcome()).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void aWriteThatNoNodeCanHaveGotIsNotSubmitted() {
    nodes.forEach(ScriptedNode::close);

    WriteReply reply = hasty.session().write(ONE_WRITE, 0);
    assertThat(reply.getOutcome()).isEqualTo(Outcome.NOT_SUBMITTED);
    assertThat(reply.getDetail()).containsPattern("node[123]");
  }

  /** Something listens in their places, and never answers. */
  @Test
  void aWriteThatWaitedForConnectionsInVainIsNotSubmitted() throws IOException {
    List<ServerSocket> mute = new ArrayList<>();
    try {
      for (int i = 0; i < nodes.size(); i++) {
        mute.add(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        move(i, mute.get(i));
      }

      try (BlockchainDb client = client(1_000, PATIENT)) {
        WriteReply reply = client.session().write(ONE_WRITE, 0);
        assertThat(reply.getOutcome()).isEqualTo(Outcome.NOT_SUBMITTED);
        assertThat(reply.getDetail()).contains("node3");
      }
    } finally {
      for (ServerSocket socket : mute) {
        socket.close();
      }
    }
  }

  @Test
  void aNodeThatIsAwayIsTriedAgainEverySecond() throws Exception {
    nodes.get(1).get = question -> found(NEW);
    AtomicInteger attempts = new AtomicInteger();
    try (ServerSocket refusing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      countAndRefuse(refusing, attempts);
      move(0, refusing);
      try (BlockchainDb client = client(60_000, PATIENT)) {
        Session session = client.session();
        // The channel's own pauses would make the tenth attempt after 113 seconds, give or take
        // 20 %.
        Awaitility.await()
            .atMost(Duration.ofSeconds(75))
            .until(() -> session.get(KEY, Freshness.SESSION).isPresent() && attempts.get() >= 10);
      }
    }
  }

  /** From now on a node has that address. */
  private void move(int node, ServerSocket to) {
    List<ClusterFile.Node> members = new ArrayList<>(cluster.nodes());
    String address = "127.0.0.1:" + to.getLocalPort();
    members.set(node, new ClusterFile.Node(members.get(node).name(), address));
    cluster = new ClusterFile(cluster.layout(), members, cluster.shards());
  }

  private static void countAndRefuse(ServerSocket socket, AtomicInteger attempts) {
    new Thread(
            () -> {
              try {
                while (true) {
                  socket.accept().close();
                  attempts.incrementAndGet();
                }
              } catch (IOException e) {
                // The socket is closed: the test is over.
              }
            })
        .start();
  }
}
