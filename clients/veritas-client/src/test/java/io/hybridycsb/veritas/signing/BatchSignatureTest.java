package io.hybridycsb.veritas.signing;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.MerkleTree;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BatchSignatureTest {
  private static final String CLUSTER = "test";
  private static final int SIZE = 7;

  private final SigningKey key = Ed25519.generate();
  private final ByteString client = ByteString.copyFrom(key.publicKey());
  private final List<Transaction> signed = new BatchSigner(key, CLUSTER).sign(bodies(SIZE));

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8, 100, 257})
  void eachTransactionOfABatchIsProvedAlone(int size) {
    List<Transaction> batch = new BatchSigner(key, CLUSTER).sign(bodies(size));
    assertThat(batch).hasSize(size);
    for (int i = 0; i < size; i++) {
      assertThat(batch.get(i).getBody().toByteArray()).isEqualTo(body(i));
      assertThat(isGood(batch.get(i))).isTrue();
    }
  }

  @Test
  void oneChangedByteOfTheBodyIsFound() {
    assertEveryChangedByteFails(
        Transaction::getBody, (transaction, bytes) -> transaction.toBuilder().setBody(bytes));
  }

  @Test
  void oneChangedByteOfTheSignatureIsFound() {
    assertEveryChangedByteFails(
        Transaction::getSignature,
        (transaction, bytes) -> transaction.toBuilder().setSignature(bytes));
  }

  @Test
  void oneChangedByteOfThePathIsFound() {
    assertEveryChangedByteFails(
        Transaction::getPath, (transaction, bytes) -> transaction.toBuilder().setPath(bytes));
  }

  @Test
  void anotherIndexOrSizeIsFound() {
    Transaction good = signed.get(2);
    for (int wrong = -3; wrong < 2 * SIZE; wrong++) {
      if (wrong != 2) {
        assertThat(isGood(good.toBuilder().setBatchIndex(wrong).build())).isFalse();
      }
      if (wrong != SIZE) {
        assertThat(isGood(good.toBuilder().setBatchSize(wrong).build())).isFalse();
      }
    }
  }

  @Test
  void aSignatureIsWorthNothingForAnotherClusterOrClient() {
    Transaction good = signed.get(0);
    byte[] leaf = MerkleTree.leaf(body(0));
    assertThat(new BatchVerifier("other").verify(good, leaf, client)).isFalse();
    ByteString other = ByteString.copyFrom(Ed25519.generate().publicKey());
    assertThat(new BatchVerifier(CLUSTER).verify(good, leaf, other)).isFalse();
    assertThat(new BatchVerifier(CLUSTER).verify(good, leaf, ByteString.EMPTY)).isFalse();
  }

  @Test
  void whatIsTooLongForASignatureIsNotRemembered() {
    BatchVerifier verifier = new BatchVerifier(CLUSTER);
    Transaction tooLong =
        signed.get(0).toBuilder().setSignature(ByteString.copyFrom(new byte[1 << 20])).build();
    assertThat(verifier.verify(tooLong, MerkleTree.leaf(body(0)), client)).isFalse();
    assertThat(verifier.remembered()).isZero();
    assertThat(verifier.verify(signed.get(0), MerkleTree.leaf(body(0)), client)).isTrue();
    assertThat(verifier.remembered()).isEqualTo(1);
  }

  @Test
  void aVerifierThatKnowsABatchIsNotFooledByOneThatResemblesIt() {
    BatchVerifier verifier = new BatchVerifier(CLUSTER);
    Transaction good = signed.get(0);
    byte[] leaf = MerkleTree.leaf(body(0));
    ByteString other = ByteString.copyFrom(Ed25519.generate().publicKey());
    byte[] signature = good.getSignature().toByteArray();
    signature[0] ^= 1;
    Transaction forged = good.toBuilder().setSignature(ByteString.copyFrom(signature)).build();
    for (int round = 0; round < 2; round++) {
      assertThat(verifier.verify(good, leaf, client)).isTrue();
      assertThat(verifier.verify(good, leaf, other)).isFalse();
      assertThat(verifier.verify(forged, leaf, client)).isFalse();
      assertThat(verifier.verify(good, MerkleTree.leaf(body(1)), client)).isFalse();
    }
  }

  @Test
  void aVerifierThatHasForgottenABatchChecksItAgain() {
    BatchVerifier verifier = new BatchVerifier(CLUSTER);
    Transaction bad = signed.get(0).toBuilder().setSignature(ByteString.EMPTY).build();
    for (int i = 0; i < 9000; i++) {
      byte[] leaf = MerkleTree.leaf(body(i));
      assertThat(verifier.verify(bad, leaf, client)).isFalse();
    }
    assertThat(verifier.verify(signed.get(0), MerkleTree.leaf(body(0)), client)).isTrue();
    assertThat(verifier.verify(bad, MerkleTree.leaf(body(0)), client)).isFalse();
  }

  private interface Setter {
    Transaction.Builder set(Transaction transaction, ByteString bytes);
  }

  private void assertEveryChangedByteFails(
      Function<Transaction, ByteString> getter, Setter setter) {
    for (Transaction good : List.of(signed.get(0), signed.get(3), signed.get(SIZE - 1))) {
      byte[] bytes = getter.apply(good).toByteArray();
      for (int at = 0; at < bytes.length; at++) {
        byte[] changed = bytes.clone();
        changed[at] ^= 0x10;
        Transaction forged = setter.set(good, ByteString.copyFrom(changed)).build();
        assertThat(isGood(forged)).as("byte %d", at).isFalse();
      }
      ByteString longer = ByteString.copyFrom(bytes).concat(ByteString.copyFrom(new byte[1]));
      assertThat(isGood(setter.set(good, longer).build())).isFalse();
      assertThat(isGood(setter.set(good, ByteString.EMPTY).build())).isFalse();
      assertThat(isGood(good)).isTrue();
    }
  }

  private boolean isGood(Transaction transaction) {
    byte[] leaf = MerkleTree.leaf(transaction.getBody().toByteArray());
    return new BatchVerifier(CLUSTER).verify(transaction, leaf, client);
  }

  private static List<byte[]> bodies(int count) {
    return IntStream.range(0, count).mapToObj(BatchSignatureTest::body).toList();
  }

  private static byte[] body(int i) {
    return ("transaction " + i).getBytes(StandardCharsets.UTF_8);
  }
}
