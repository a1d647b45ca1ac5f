package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.client.SeenRecord.Receipt;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.model.VeritasException.Unavailable;
import io.hybridycsb.veritas.proto.GetReply;
import io.hybridycsb.veritas.proto.SeenRead;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.List;

/** A session's reads that answer at once and are verified later, many together. */
final class SeenReads {
  /** How often one node is asked for an answer that can be proved, while it applies blocks. */
  private static final int ROUNDS_MAX = 3;

  private final Session session;

  SeenReads(Session session) {
    this.session = session;
  }

  /** The answer of a node, which nodes can prove later. */
  SeenRecord get(String table, String key) {
    byte[] stateKey = KeyLimit.key(table, key);
    long deadline = session.client().deadline();
    long least = session.verifiedHeight(deadline);
    long minHeight = least;
    for (int round = 1; ; round++) {
      HeightRead read = session.getting(stateKey, minHeight, deadline);
      GetReply reply = session.getReply(read);
      if (SeenRecord.isProvable(reply)) {
        return SeenRecord.of(stateKey, reply, read.answeredBy());
      }
      // Blocks were being applied. After them there may be one answer.
      minHeight = reply.getNewestHeight();
      if (round % ROUNDS_MAX == 0 || minHeight - reply.getHeight() > SeenRecord.BLOCKS_MAX) {
        minHeight = least;
        session.moveOn(deadline);
      }
    }
  }

  /** Checks the answers to reads, at least one. */
  VerifiedReads verify(List<Receipt> receipts) {
    List<SeenRead> reads = receipts.stream().map(Receipt::read).toList();
    long newest = receipts.stream().mapToLong(Receipt::newestHeight).max().orElse(0);
    VerifyRequest.Builder verify = VerifyRequest.newBuilder().addAllSeen(reads);
    HeightRead read = session.verifying(verify, newest, session.client().deadline()).fixed();
    VerifiedReads verified = proved(read, receipts);
    verified.heights().forEach(session.client().seen()::proved);
    return verified;
  }

  /**
   * Waits until the end even for a height that can't be: honest nodes may just be very late. Even
   * then it isn't certain that the node has lied.
   */
  private VerifiedReads proved(HeightRead read, List<Receipt> receipts) {
    try {
      return read.checked(reply -> session.client().readVerifier().checkSeen(receipts, reply));
    } catch (Unavailable e) {
      if (!read.isRefuted()) {
        throw e;
      }
      throw new Unavailable(
          receipts.stream()
                  .filter(receipt -> receipt.newestHeight() == read.minHeight())
                  .map(Receipt::node)
                  .findFirst()
                  .orElseThrow()
              + " has told a read the height "
              + read.minHeight()
              + ", which as many nodes as decide a block have not reached");
    }
  }
}
