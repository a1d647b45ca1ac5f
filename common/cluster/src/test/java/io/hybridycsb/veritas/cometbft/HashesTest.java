package io.hybridycsb.veritas.cometbft;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.cometbft.CommitVerifier.Validators;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import io.hybridycsb.veritas.cometbft.proto.TransactionResult;
import io.hybridycsb.veritas.crypto.Hashes;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Our hashes are those that a real CometBFT made. */
class HashesTest {

  @Test
  void headersHaveTheHashThatValidatorsSigned() {
    assertThat(RecordedChain.signedHeaders())
        .hasSize(5)
        .allSatisfy(
            signed ->
                assertThat(HeaderHash.of(signed.getHeader()))
                    .isEqualTo(signed.getCommit().getBlockId().getHash().toByteArray()));
  }

  @Test
  void validatorsHaveTheHashThatHeadersCarry() {
    assertThat(new Validators(RecordedChain.validators()).hash())
        .isEqualTo(RecordedChain.signedHeader(1).getHeader().getValidatorsHash().toByteArray());
  }

  @Test
  void transactionsHaveTheHashThatTheirHeaderCarries() {
    SignedHeader signed = RecordedChain.signedHeader(RecordedChain.FULL_HEIGHT);
    assertThat(RecordedChain.transactions()).hasSize(20);
    assertThat(transactionsHash(RecordedChain.transactions()))
        .isEqualTo(signed.getHeader().getDataHash().toByteArray());
  }

  @Test
  void theNextHeaderCarriesTheHashOfResults() {
    SignedHeader next = RecordedChain.signedHeader(RecordedChain.FULL_HEIGHT + 1);
    assertThat(resultsHash(Collections.nCopies(20, TransactionResult.getDefaultInstance())))
        .isEqualTo(next.getHeader().getLastResultsHash().toByteArray());
  }

  /** Recorded with an application that answers each transaction with a number of 8 bytes. */
  @Test
  void theDataOfResultsIsHashed() {
    TransactionResult four = result(4);
    TransactionResult six = result(6);
    assertThat(resultsHash(List.of(four, six)))
        .isEqualTo(
            HexFormat.of()
                .parseHex("b9f486b608210d842b3dcddd4bd97f4aa66d9b0c8e3f90f3ebb1e0a8db18774b"));
    assertThat(resultsHash(List.of(four, four, four, four, four, four, four, six)))
        .isEqualTo(
            HexFormat.of()
                .parseHex("62ea44cd4614fce64d06779d7ffa6d51e0a6ff7f01852a3ac172fab95ed79df7"));
  }

  @Test
  void noTransactionsHaveTheHashThatAnEmptyBlockCarries() {
    SignedHeader empty = RecordedChain.signedHeader(1);
    assertThat(transactionsHash(List.of()))
        .isEqualTo(empty.getHeader().getDataHash().toByteArray())
        .isEqualTo(
            HexFormat.of()
                .parseHex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
  }

  /** Of the parts of each result on which all nodes must agree. */
  private static byte[] resultsHash(List<TransactionResult> results) {
    return HeaderHash.root(results.stream().map(TransactionResult::toByteArray).toList());
  }

  private static byte[] transactionsHash(List<byte[]> transactions) {
    return HeaderHash.root(transactions.stream().map(Hashes::sha256).toList());
  }

  private static TransactionResult result(int number) {
    byte[] data = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    return TransactionResult.newBuilder().setData(ByteString.copyFrom(data)).build();
  }
}
