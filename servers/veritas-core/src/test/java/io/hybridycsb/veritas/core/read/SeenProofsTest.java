package io.hybridycsb.veritas.core.read;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.smt.Change;
import io.hybridycsb.smt.MultiProof;
import io.hybridycsb.smt.Verifier;
import io.hybridycsb.veritas.client.SeenRecord;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.SeenProof;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SeenProofsTest {
  private static final long ATTESTED = 3;

  private final InMemoryStateStore database = new InMemoryStateStore();
  private final TestLedger ledger = new TestLedger(new InMemoryLedgerStore(), database);

  @AutoClose("shutdownNow")
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

  private final TestConnection client = new TestConnection();
  private SeenRead firstOfA;
  private long attested = ATTESTED;
  private AppliedHeight applied;
  private Certificates certificates = () -> new Certificate(attested, attested, reply -> {});

  /** a is written at 1 and 3, b at 2. */
  @BeforeEach
  void threeBlocks() {
    ledger.commit(at(1).put("a", "x").checked());
    firstOfA = seen("a", 1);
    ledger.commit(at(2).put("b", "y").checked());
    ledger.commit(at(3).put("a", "z").checked());
  }

  /** A read as it is answered now. */
  private SeenRead seen(String name, long height) {
    byte[] value = database.getAll(List.of(key(name).bytes())).get(0);
    SeenRead.Builder read =
        SeenRead.newBuilder().setKey(ByteString.copyFrom(key(name).bytes())).setHeight(height);
    return value == null
        ? read.build()
        : read.setValueHash(ByteString.copyFrom(Hashes.sha256(value))).build();
  }

  private VerifyReply ask(SeenRead... reads) throws InterruptedException {
    return answer(reads).getVerify();
  }

  private String refusal(SeenRead read) throws InterruptedException {
    Failure failure = answer(read).getFailure();
    assertThat(failure.getCode()).isEqualTo(Failure.Code.INVALID);
    return failure.getMessage();
  }

  private Response answer(SeenRead... reads) throws InterruptedException {
    VerifyService service =
        new VerifyService(
            ledger.ledger(),
            ledger.tree(),
            ledger.data().store().forReaders(),
            new ReadGate(),
            applied == null ? new AppliedHeight(attested) : applied,
            certificates,
            executor);
    service.submit(
        client.call(
            Request.newBuilder()
                .setVerify(VerifyRequest.newBuilder().addAllSeen(Arrays.asList(reads)))));
    return client.next();
  }

  /** Which reads a proof proves against the state root of its header; none if it proves nothing. */
  private static List<Integer> proved(VerifyReply reply, SeenProof proof, SeenRead... reads) {
    BlockHeader header =
        reply.getHeadersList().stream()
            .map(bytes -> LedgerBlocks.header(bytes.toByteArray()))
            .filter(each -> each.getHeight() == proof.getHeight())
            .findFirst()
            .orElseThrow();
    List<Change> claims = new ArrayList<>();
    for (int index : proof.getReadsList()) {
      byte[] key = reads[index].getKey().toByteArray();
      byte[] hash = reads[index].getValueHash().toByteArray();
      claims.add(hash.length == 0 ? Change.delete(key) : Change.putHash(key, hash));
    }
    MultiProof decoded = MultiProof.decode(proof.getProof().toByteArray());
    return Verifier.verifyAll(header.getStateRoot().toByteArray(), claims, decoded)
        ? proof.getReadsList()
        : List.of();
  }

  @Test
  void readsThatStillHoldAreProvedTogetherAtTheAttestedHeight() throws InterruptedException {
    SeenRead[] reads = {seen("a", 3), seen("b", 2), seen("nowhere", 3)};
    VerifyReply reply = ask(reads);
    assertThat(reply.getHeadersCount()).isEqualTo(1);
    assertThat(reply.getProofsList())
        .singleElement()
        .satisfies(
            proof -> {
              assertThat(proof.getHeight()).isEqualTo(ATTESTED);
              assertThat(proved(reply, proof, reads)).containsExactly(0, 1, 2);
            });
  }

  @Test
  void aReadThatWasOverwrittenIsProvedAtTheHeightItWasReadAt() throws InterruptedException {
    SeenRead[] reads = {seen("b", 2), firstOfA};
    VerifyReply reply = ask(reads);
    assertThat(reply.getHeadersCount()).as("from height 1 to the attested one").isEqualTo(3);
    assertThat(reply.getProofsList()).extracting(SeenProof::getHeight).containsExactly(1L, 3L);
    assertThat(proved(reply, reply.getProofs(0), reads)).containsExactly(1);
    assertThat(proved(reply, reply.getProofs(1), reads)).containsExactly(0);
  }

  @Test
  void anAbsenceIsProvedAtTheHeightItWasReadAt() throws InterruptedException {
    SeenRead[] reads = {seen("nowhere", 1), seen("nowhere", 2), seen("nowhere", 0)};
    VerifyReply reply = ask(reads);
    assertThat(reply.getProofsList()).extracting(SeenProof::getHeight).containsExactly(1L, 2L);
    assertThat(proved(reply, reply.getProofs(0), reads)).containsExactly(0, 2);
    assertThat(proved(reply, reply.getProofs(1), reads)).containsExactly(1);
  }

  @Test
  void aReadThatIsOlderThanWhatIsKeptIsRefused() throws InterruptedException {
    for (int i = 4; i < 6 + NodeOptions.DEFAULT.versionsRetained(); i++) {
      ledger.commit(at(i).put("c", "x").checked());
    }
    attested = ledger.ledger().head().height();
    SeenRead stillSo = seen("b", 2);
    assertThat(ask(stillSo).getProofs(0).getHeight()).isEqualTo(attested);
    assertThat(refusal(firstOfA))
        .startsWith("the value of t/a at height 1 can't be proved any more");
    assertThat(refusal(seen("nowhere", 1)))
        .startsWith("the absence of t/nowhere at height 1 can't be proved any more");
  }

  @Test
  void aValueOfTheBlockThatWasBeingAppliedIsProvedAtThatBlock() throws InterruptedException {
    SeenRead early = firstOfA.toBuilder().setHeight(0).build();
    VerifyReply reply = ask(early);
    assertThat(reply.getProofs(0).getHeight()).isEqualTo(1);
    assertThat(proved(reply, reply.getProofs(0), early)).containsExactly(0);
  }

  @Test
  void aValueOfTheBlockThatIsBeingAppliedIsProvedOnceThatIsAttested() throws InterruptedException {
    ledger.commit(at(4).put("a", "w").checked());
    SeenRead early = seen("a", ATTESTED);
    applied = new AppliedHeight(ATTESTED);
    applied.begin(ATTESTED + 1);
    AtomicInteger asked = new AtomicInteger();
    certificates =
        () -> {
          long height = asked.incrementAndGet() == 1 ? ATTESTED : ATTESTED + 1;
          return new Certificate(height, height, reply -> {});
        };
    VerifyReply reply = ask(early);
    assertThat(proved(reply, reply.getProofs(0), early)).containsExactly(0);
  }

  @Test
  void aValueIsFoundAmongAllBlocksThatMayHaveBeenAppliedTogether() throws InterruptedException {
    for (int i = 4; i < ATTESTED + SeenRecord.BLOCKS_MAX; i++) {
      ledger.commit(at(i).put("c", "x").checked());
    }
    ledger.commit(at(1_000).put("a", "last").checked());
    SeenRead ofTheLast = seen("a", ATTESTED);
    ledger.commit(at(1_001).put("a", "later").checked());
    attested = ledger.ledger().head().height();
    VerifyReply reply = ask(ofTheLast);
    assertThat(reply.getProofs(0).getHeight()).isEqualTo(ATTESTED + SeenRecord.BLOCKS_MAX);
    assertThat(proved(reply, reply.getProofs(0), ofTheLast)).containsExactly(0);
  }

  @Test
  void aValueThatNeverWasIsNotProved() throws InterruptedException {
    SeenRead[] reads = {
      firstOfA.toBuilder().setValueHash(ByteString.copyFrom(new byte[32])).build(),
      seen("b", 3).toBuilder().clearValueHash().build()
    };
    VerifyReply reply = ask(reads);
    for (SeenProof proof : reply.getProofsList()) {
      assertThat(proved(reply, proof, reads)).isEmpty();
    }
  }

  @Test
  void theSameReadTwiceIsProvedWithOneProof() throws InterruptedException {
    SeenRead[] reads = {seen("b", 2), seen("a", 3), seen("b", 3)};
    VerifyReply reply = ask(reads);
    assertThat(reply.getProofs(0).getReadsList()).containsExactly(0, 1, 2);
  }

  @Test
  void aHeightToComeIsNotWhereAReadIsProved() throws InterruptedException {
    SeenRead fromTheFuture = firstOfA.toBuilder().setHeight(1000).build();
    VerifyReply reply = ask(fromTheFuture);
    assertThat(reply.getProofs(0).getHeight()).isEqualTo(ATTESTED);
    assertThat(proved(reply, reply.getProofs(0), fromTheFuture)).isEmpty();
  }

  @Test
  void wrongRequestsAreRefusedWithWhatIsExpected() {
    assertThat(SeenProofs.wrongWith(List.of(firstOfA))).isNull();
    assertThat(SeenProofs.wrongWith(List.of(firstOfA.toBuilder().clearKey().build())))
        .contains("a read has a key");
    SeenRead shortHash =
        firstOfA.toBuilder().setValueHash(ByteString.copyFrom(new byte[31])).build();
    assertThat(SeenProofs.wrongWith(List.of(shortHash))).contains("32 bytes");
    assertThat(SeenProofs.wrongWith(Collections.nCopies(SeenProofs.READS_MAX + 1, firstOfA)))
        .contains("not 10001");
  }
}
