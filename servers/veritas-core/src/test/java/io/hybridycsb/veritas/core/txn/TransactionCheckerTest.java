package io.hybridycsb.veritas.core.txn;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.fields;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static io.hybridycsb.veritas.core.testing.TestTransactions.sign;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.Fields;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.Write;
import io.hybridycsb.veritas.signing.BatchSigner;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TransactionCheckerTest {
  private static final SigningKey CLIENT = TestKeys.client(1);
  private final TransactionChecker checker =
      new TransactionChecker(
          TestKeys.cluster(ApprovalPolicy.ALL, 1, 2), new TransactionLimits(2000, 3, 2000));

  private CheckedTransaction check(TestTransactions transaction) {
    return checker.check(transaction.signedBy(CLIENT));
  }

  private void expectMalformed(TestTransactions transaction, String detail) {
    CheckedTransaction checked = check(transaction);
    assertThat(checked.fault()).isEqualTo(Outcome.MALFORMED);
    assertThat(checked.detail()).contains(detail);
    assertThat(checked.reads()).isEmpty();
    assertThat(checked.writes()).isEmpty();
  }

  @Test
  void aGoodTransactionIsTakenApart() {
    CheckedTransaction checked = check(at(7).read("a", 3).put("b", "x").delete("a"));
    assertThat(checked.fault()).isNull();
    assertThat(checked.id()).isEqualTo(TransactionId.of(7, CLIENT.publicKey()));
    assertThat(checked.reads()).containsExactly(new CheckedTransaction.Read(key("a"), 3));
    assertThat(checked.writes())
        .extracting(w -> w.kind())
        .containsExactly(Write.Kind.PUT, Write.Kind.DELETE);
    assertThat(checked.writes().get(0).fields()).isEqualTo(fields("x"));
  }

  @Test
  void everyTransactionOfASignedBatchStandsAlone() {
    List<byte[]> bodies = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      bodies.add(at(i).put("a", "x").body().build().toByteArray());
    }
    List<Transaction> signed = new BatchSigner(CLIENT, TestTransactions.CLUSTER).sign(bodies);
    assertThat(signed).allSatisfy(t -> assertThat(checker.check(t).fault()).isNull());
    Transaction moved = signed.get(0).toBuilder().setBatchIndex(1).build();
    assertThat(checker.check(moved).fault()).isEqualTo(Outcome.BAD_SIGNATURE);
    Transaction otherSize = signed.get(0).toBuilder().setBatchSize(6).build();
    assertThat(checker.check(otherSize).fault()).isEqualTo(Outcome.BAD_SIGNATURE);
    Transaction cutPath =
        signed.get(0).toBuilder().setPath(signed.get(0).getPath().substring(32)).build();
    assertThat(checker.check(cutPath).fault()).isEqualTo(Outcome.BAD_SIGNATURE);
  }

  @Test
  void whatWasCheckedBeforeIsNotCheckedAgainUnlessAnythingDiffers() {
    Transaction signed = at(7).put("a", "x").signedBy(CLIENT);
    CheckedTransaction before = checker.check(signed);
    Transaction same = signed.toBuilder().build();
    assertThat(checker.check(same, id -> before)).isSameAs(before);
    Transaction otherSignature =
        signed.toBuilder()
            .setSignature(at(8).put("a", "x").signedBy(CLIENT).getSignature())
            .build();
    assertThat(checker.check(otherSignature, id -> before).fault())
        .isEqualTo(Outcome.BAD_SIGNATURE);
    Transaction otherPath =
        signed.toBuilder().setPath(ByteString.copyFrom(new byte[32])).setBatchSize(2).build();
    assertThat(checker.check(otherPath, id -> before).fault()).isEqualTo(Outcome.BAD_SIGNATURE);
    Transaction otherBody = at(7).put("a", "y").signedBy(CLIENT);
    assertThat(checker.check(otherBody, id -> before).message()).isEqualTo(otherBody);
  }

  @Test
  void aBodyThatCannotBeReadHasNoIdentity() {
    CheckedTransaction checked = checker.check(sign(CLIENT, new byte[] {1, 2, 3}));
    assertThat(checked.fault()).isEqualTo(Outcome.MALFORMED);
    assertThat(checked.id()).isNull();
  }

  @Test
  void aClientThatTheClusterDoesNotKnowIsRefused() {
    CheckedTransaction checked =
        checker.check(at(7, TestKeys.stranger()).put("a", "x").signedBy(TestKeys.stranger()));
    assertThat(checked.fault()).isEqualTo(Outcome.UNKNOWN_CLIENT);
    assertThat(checked.id()).isNull();
  }

  @Test
  void aForgedSignatureDoesNotUseUpTheClientsTimestamp() {
    CheckedTransaction checked = checker.check(at(7).put("a", "x").signedBy(TestKeys.client(2)));
    assertThat(checked.fault()).isEqualTo(Outcome.BAD_SIGNATURE);
    assertThat(checked.id()).isNull();
  }

  @Test
  void aChangedBodyIsNotSigned() {
    Transaction signed = at(7).put("a", "x").signedBy(CLIENT);
    ByteString other = at(7).put("a", "y").body().build().toByteString();
    assertThat(checker.check(signed.toBuilder().setBody(other).build()).fault())
        .isEqualTo(Outcome.BAD_SIGNATURE);
  }

  @Test
  void aSignatureForAnotherClusterIsWorthNothingHere() {
    byte[] body = at(7).put("a", "x").body().build().toByteArray();
    Transaction elsewhere = new BatchSigner(CLIENT, "other").sign(List.of(body)).get(0);
    assertThat(checker.check(elsewhere).fault()).isEqualTo(Outcome.BAD_SIGNATURE);
  }

  @Test
  void theBoundsAreNamed() {
    expectMalformed(at(7).put("a", "x".repeat(2000)), "at most 2000 are allowed");
    expectMalformed(at(7).read("a", 0).read("b", 0).read("c", 0).read("d", 0), "1 to 3 operations");
    expectMalformed(at(7), "1 to 3 operations");
    ByteString longKey = ByteString.copyFromUtf8("t\0" + "k".repeat(KeyLimit.BYTES_MAX));
    TestTransactions written = at(7).put("a", "x");
    written.body().getWritesBuilder(0).setKey(longKey);
    expectMalformed(written, "1026 bytes; at most 1024 are allowed");
    TestTransactions read = at(7).read("a", 0);
    read.body().getReadsBuilder(0).setKey(longKey);
    expectMalformed(read, "1026 bytes; at most 1024 are allowed");
  }

  @Test
  void aTimestampIsAboveZero() {
    expectMalformed(at(0).put("a", "x"), "timestamp above 0");
    expectMalformed(at(-1).put("a", "x"), "timestamp above 0");
  }

  @Test
  void aKeyHasATable() {
    TestTransactions noTable = at(7).put("a", "x");
    noTable.body().getWritesBuilder(0).setKey(ByteString.copyFromUtf8("a"));
    expectMalformed(noTable, "a key is a table, a zero byte and a name");
    TestTransactions emptyTable = at(7).read("a", 0);
    emptyTable.body().getReadsBuilder(0).setKey(ByteString.copyFromUtf8("\0a"));
    expectMalformed(emptyTable, "a key is a table, a zero byte and a name");
  }

  @Test
  void aWriteIsOfAKnownKindWithFieldsOfTheRightForm() {
    TestTransactions unknown = at(7).put("a", "x");
    unknown.body().getWritesBuilder(0).setKindValue(9);
    expectMalformed(unknown, "unknown kind of write 9");
    expectMalformed(at(7).write("a", Write.Kind.DELETE, fields("x")), "a delete carries no fields");
    expectMalformed(at(7).write("a", Write.Kind.PUT, new byte[] {0, 1, 'f'}), "cut off at byte 0");
    byte[] twice = java.util.Arrays.copyOf(fields("x"), 2 * fields("x").length);
    System.arraycopy(fields("x"), 0, twice, fields("x").length, fields("x").length);
    expectMalformed(at(7).write("a", Write.Kind.MERGE, twice), "not sorted by name");
    assertThat(check(at(7).write("a", Write.Kind.PUT, Fields.EMPTY)).fault()).isNull();
  }

  @Test
  void aKeyIsWrittenOnce() {
    expectMalformed(at(7).put("a", "x").delete("a"), "t/a is written twice");
  }
}
