package io.hybridycsb.veritas.core.consensus.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;
import org.junit.jupiter.api.Test;

class OldAttestationsTest {
  private static final int HEIGHT = 200;

  private final InMemoryLedgerStore store = new InMemoryLedgerStore();
  private final Ledger ledger = new Ledger(store);
  private final Attestations certificates = new Attestations(ledger, 2);

  /** Each block is decided by votes of nodes that were so many blocks behind it. */
  private void blocks(int behindOfA, int behindOfB) {
    for (int height = 1; height <= HEIGHT; height++) {
      byte[] header =
          BlockHeader.newBuilder()
              .setFormat(LedgerBlocks.FORMAT_TIMESTAMPS)
              .setHeight(height)
              .build()
              .toByteArray();
      LedgerBlock.Builder block =
          LedgerBlock.newBuilder()
              .setHeader(ByteString.copyFrom(header))
              .addVotes(vote("a", height - behindOfA))
              .addVotes(vote("b", height - behindOfB));
      ledger.extend(header);
      store.append(
          new LedgerBatch(height, List.of(block.build().toByteArray()), List.of(), List.of()));
    }
  }

  private Vote vote(String voter, long height) {
    return Vote.newBuilder().setBody(body(voter, height).toByteString()).build();
  }

  private VoteBody body(String voter, long height) {
    long attested = Math.max(0, height);
    return Votes.attesting(voter, attested, ledger.hash(attested));
  }

  private void attest(long height) {
    certificates.add(vote("a", height), body("a", height));
    certificates.add(vote("b", height), body("b", height));
  }

  private static List<Vote> votes(Certificate certificate) {
    VerifyReply.Builder reply = VerifyReply.newBuilder();
    certificate.attach().accept(reply);
    return reply.getVotesList();
  }

  @Test
  void anOldBlockIsAttestedByTheVotesOfTheNextOnes() {
    blocks(1, 3);
    attest(HEIGHT);
    Certificate found = certificates.at(50).orElseThrow();
    assertThat(found.height()).isEqualTo(50);
    assertThat(found.topHeight()).isEqualTo(50);
    assertThat(votes(found)).containsExactly(vote("a", 50), vote("b", 50));
  }

  @Test
  void oneNodesVotesAreNoCertificate() {
    blocks(1, 500);
    attest(HEIGHT);
    Certificate found = certificates.at(50).orElseThrow();
    assertThat(found.height()).isEqualTo(HEIGHT);
    assertThat(found.topHeight()).isEqualTo(HEIGHT);
  }

  @Test
  void aNewBlockIsAttestedByTheVotesThatWereCastLast() {
    blocks(1, 1);
    attest(HEIGHT - 1);
    assertThat(certificates.at(HEIGHT - 2).orElseThrow().height()).isEqualTo(HEIGHT - 1);
    assertThat(certificates.at(HEIGHT)).isEmpty();
    attest(HEIGHT);
    assertThat(certificates.at(HEIGHT).orElseThrow().height()).isEqualTo(HEIGHT);
    assertThat(certificates.newest().height()).isEqualTo(HEIGHT);
  }

  @Test
  void votesForAnotherChainDoNotCount() {
    blocks(1, 1);
    byte[] header =
        BlockHeader.newBuilder()
            .setFormat(LedgerBlocks.FORMAT_TIMESTAMPS)
            .setHeight(50)
            .setPosition(9)
            .build()
            .toByteArray();
    ledger.extend(header);
    assertThat(certificates.at(50).orElseThrow().topHeight()).isGreaterThan(50);
    assertThat(votes(certificates.at(50).orElseThrow())).doesNotContain(vote("a", 50));
  }
}
