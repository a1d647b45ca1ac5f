package io.hybridycsb.relational.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.relational.node.database.fixtures.Txns;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.veritas.crypto.Ed25519;
import java.util.Collections;
import org.junit.jupiter.api.Test;

class TransactionChecksTest {
  private final TransactionChecks checks = TestClients.checks();

  @Test
  void whatAClientSignedIsRead() {
    for (int time = 0; time < 2; time++) {
      BlockTransaction read = checks.read(TestClients.bytes(-7, Txns.table("t")));
      assertThat(read.id().number()).isEqualTo(-7);
      assertThat(read.id().client().toByteArray()).isEqualTo(TestClients.KEY.publicKey());
      assertThat(read.calls()).containsExactly(Txns.table("t"));
    }
  }

  @Test
  void otherSignaturesAreRefused() {
    var body = TestClients.body(1);
    assertRefused(
        TestClients.signed("other", TestClients.KEY, body).toByteArray(), "signature is wrong");
    assertRefused(
        TestClients.signed(TestClients.CLUSTER, Ed25519.generate(), body).toByteArray(),
        "signature is wrong");
    assertRefused(
        TestClients.signed(body).toBuilder().setSignature(ByteString.EMPTY).build().toByteArray(),
        "signature is wrong");
  }

  @Test
  void strangersAreRefused() {
    var key = Ed25519.generate();
    var body = TestClients.body(1).setClient(ByteString.copyFrom(key.publicKey()));
    assertRefused(
        TestClients.signed(TestClients.CLUSTER, key, body).toByteArray(), "not among the");
  }

  @Test
  void whatIsTooLongOrNoTransactionIsRefused() {
    assertRefused(new byte[TestClients.RULES.transactionBytesMax() + 1], "at most 10000 bytes");
    assertRefused(new byte[] {1, 2, 3}, "not a transaction");
    Call[] calls =
        Collections.nCopies(Rules.CALLS_MAX + 1, Call.getDefaultInstance()).toArray(Call[]::new);
    assertRefused(TestClients.bytes(1, calls), "at most 2048 calls");
  }

  private void assertRefused(byte[] transaction, String reason) {
    assertThatThrownBy(() -> checks.read(transaction))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(reason);
  }
}
