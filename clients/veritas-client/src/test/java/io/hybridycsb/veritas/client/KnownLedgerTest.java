package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.hybridycsb.verification.StateFile;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients, one after the other, whose state file is the same. */
class KnownLedgerTest {
  private static final int PLENTY_MS = 60_000;

  /** In one answer; the way to the newest has several. */
  private static final int HEADERS = 2;

  @TempDir private Path dir;

  private final AttestedLedger ledger = blocks(AttestedLedger.overKafka(1), 5);

  @AutoClose private final FakeCluster cluster = new FakeCluster(FakeNode.silent());

  private StateFile file;

  @BeforeEach
  void nameFile() {
    file = new StateFile(dir.resolve("verified-state"));
  }

  private static AttestedLedger blocks(AttestedLedger ledger, int count) {
    for (int i = 0; i < count; i++) {
      ledger.block(Map.of("k", "v" + i));
    }
    return ledger;
  }

  /** The same up to height 4. */
  private AttestedLedger forked() {
    return blocks(ledger.begunAnew(), 4).block(Map.of("k", "other"));
  }

  private void show(AttestedLedger shown) {
    cluster.node(1).behave(proving(shown));
  }

  private static FakeNode.Behaviour proving(AttestedLedger ledger) {
    return (request, answers) -> {
      VerifyRequest verify = request.getVerify();
      Response.Builder response = Response.newBuilder().setId(request.getId());
      if (verify.getMinHeight() > ledger.height()) {
        response.getFailureBuilder().setCode(Failure.Code.INVALID).setMessage("no such height");
      } else {
        response.setVerify(
            verify.getHead()
                ? head(ledger, verify.getFromHeight())
                : ledger.prove("k", ledger.height()));
      }
      answers.send(response);
    };
  }

  private static VerifyReply head(AttestedLedger ledger, long fromHeight) {
    long from = fromHeight == 0 ? ledger.height() : fromHeight;
    return ledger.height() - from < HEADERS
        ? ledger.head(from)
        : ledger.part(from, from + HEADERS - 1);
  }

  private VeritasClient client() {
    return client(ledger);
  }

  private VeritasClient client(AttestedLedger of) {
    return cluster.connected(
        of.config(cluster.node(1).address(), cluster.clientKey()),
        ClientOptions.DEFAULT
            .withTimeoutMs(PLENTY_MS)
            .withReads(ReadLevel.LOCAL)
            .withState(Optional.of(file.file())));
  }

  private void verify(AttestedLedger shown) {
    show(shown);
    try (VeritasClient client = client()) {
      client.session().verify("t", "k");
    }
  }

  private long keptHeight() {
    return file.read().orElseThrow().of("blocks").height();
  }

  private void assertFails(AttestedLedger shown, String message) {
    show(shown);
    try (VeritasClient client = client()) {
      assertThatExceptionOfType(VerificationFailed.class)
          .isThrownBy(() -> client.session().verify("t", "k"))
          .withMessage(message);
    }
    assertThat(keptHeight()).isEqualTo(5);
  }

  @Test
  void theNewestBlockIsKeptAndFoundInTheLedgerThatContinuesIt() {
    verify(ledger);
    assertThat(keptHeight()).isEqualTo(5);
    verify(blocks(ledger, 4));
    assertThat(keptHeight()).isEqualTo(9);
    assertThat(file.read().orElseThrow().of("blocks").hash()).isEqualTo(ledger.hash(9));
  }

  @Test
  void overCometBftItIsKeptToo() {
    AttestedLedger chain = blocks(AttestedLedger.overCometBft(), 3);
    show(chain);
    for (int i = 0; i < 2; i++) {
      try (VeritasClient client = client(chain)) {
        assertThat(client.session().verify("t", "k").height()).isEqualTo(3);
      }
    }
    assertThat(file.read().orElseThrow().ledger())
        .matches("cluster test, chain test-chain, signed by [0-9a-f]{16}");
  }

  @Test
  void anOldStateIsNotShownToANewProcess() {
    verify(ledger);
    assertFails(
        blocks(ledger.begunAnew(), 4),
        "the ledger was rolled back, or its newest blocks are withheld: the newest shown has height"
            + " 4, but height 5 was verified before");
  }

  @Test
  void anotherBlockInPlaceOfOneThatWasVerifiedBeforeIsFound() {
    verify(ledger);
    assertFails(blocks(forked(), 3), "the block at height 5 is another one than it was before");
  }

  @Test
  void readsShowAtLeastWhatHasProvedTheLedger() {
    verify(ledger);
    show(blocks(ledger, 1));
    try (VeritasClient client = client()) {
      client.session().verifyAt("t", "k", 6);
      assertThat(client.seen().requiredOfProofs()).isEqualTo(6);
    }
  }

  @Test
  void theStateOfAnotherLedgerIsRefused() {
    verify(ledger);
    AttestedLedger other = AttestedLedger.overKafka(1);
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> client(other))
        .withMessageMatching(
            ".*verified-state has the state of cluster test, signed by [0-9a-f]{16}; this is"
                + " cluster test, signed by [0-9a-f]{16}. Remove it to trust this one");
  }

  @Test
  void aFileThatCannotBeReadIsRefused() throws Exception {
    Files.writeString(file.file(), "no state");
    assertThatIllegalStateException()
        .isThrownBy(this::client)
        .withMessageContaining("can't be read");
  }

  @Test
  void whoeverVerifiesNothingKeepsNothing() {
    show(ledger);
    client().close();
    assertThat(file.file()).doesNotExist();
  }

  @Test
  void anEarlierBlockDoesNotReplaceALaterOneOfAnotherProcess() {
    show(blocks(ledger.begunAnew(), 3));
    VeritasClient early = client();
    early.session().verify("t", "k");
    verify(ledger);
    show(ledger);
    early.close();
    assertThat(keptHeight()).isEqualTo(5);
    assertThat(file.read().orElseThrow().of("blocks").hash()).isEqualTo(ledger.hash(5));
  }

  @Test
  void withoutNodesToProveItTheBlockOfAnotherProcessStays() {
    show(blocks(ledger.begunAnew(), 3));
    VeritasClient early = client();
    early.session().verify("t", "k");
    verify(ledger);
    cluster.node(1).behave(FakeNode.failing(Failure.Code.INVALID, "no"));
    early.close();
    assertThat(keptHeight()).isEqualTo(5);
  }

  @Test
  void withoutNodesAtTheEndWhatTheyHaveShownIsKept() {
    show(ledger);
    VeritasClient client = client();
    client.session().verify("t", "k");
    cluster.node(1).behave(FakeNode.failing(Failure.Code.INVALID, "no"));
    client.close();
    assertThat(keptHeight()).isEqualTo(5);
  }

  @Test
  void headersThatNothingAttestsLeadToASignedBlockOrAreRefused() {
    verify(ledger);
    AttestedLedger invented = blocks(blocks(ledger.begunAnew(), 5), 40).block(Map.of("k", "v"));
    blocks(ledger, 3).block(Map.of("k", "other"));
    FakeNode.Behaviour truth = proving(ledger);
    FakeNode.Behaviour lie = proving(invented);
    cluster
        .node(1)
        .behave(
            (request, answers) ->
                (request.getVerify().getFromHeight() == 0 ? truth : lie).on(request, answers));
    try (VeritasClient client = client()) {
      assertThatExceptionOfType(VerificationFailed.class)
          .isThrownBy(() -> client.session().verify("t", "k"))
          .withMessage("the block at height 9 is another one than it was before");
    }
  }

  @Test
  void twoProcessesThatAreShownTwoLedgersFindIt() {
    show(blocks(ledger.begunAnew(), 4));
    VeritasClient deceived = client();
    deceived.session().verify("t", "k");
    verify(forked());
    show(blocks(ledger, 2));
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(deceived::close)
        .withMessage("the block at height 5 is another one than it was before");
  }
}
