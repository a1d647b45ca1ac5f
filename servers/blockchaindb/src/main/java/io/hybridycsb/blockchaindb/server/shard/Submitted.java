package io.hybridycsb.blockchaindb.server.shard;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.chain.Hashes;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.server.eth.Hex;
import java.util.List;
import java.util.Set;

/**
 * A signed transaction and what is known of it. Guarded by its lane.
 *
 * <pre>{@code
 * UNSENT ──> IN_POOL <──> IN_BLOCK
 *   ^  └────────┘             │ (never again looked at once it is final)
 *   └── lost by the pool      v
 * VOID: refused; its nonce is free again
 * }</pre>
 */
final class Submitted {
  /** Where it is. */
  enum Place {
    UNSENT,
    IN_POOL,
    IN_BLOCK,
    VOID
  }

  private final long nonce;
  private byte[] raw;
  private final byte[] hash;
  private final String hashHex;
  private final Set<ByteString> operations;

  /** The writes that wait for it; none after a restart. */
  private List<PendingWrite> waiting;

  private Place place = Place.UNSENT;
  private boolean maybeTaken;
  private long sentNs;
  private long block;
  private boolean succeeded;
  private String refusal = "";

  Submitted(long nonce, byte[] raw, Set<ByteString> operations, List<PendingWrite> waiting) {
    this.nonce = nonce;
    this.raw = raw;
    this.hash = Hashes.keccak(raw);
    this.hashHex = Hex.of(hash);
    this.operations = Set.copyOf(operations);
    this.waiting = List.copyOf(waiting);
  }

  long nonce() {
    return nonce;
  }

  byte[] raw() {
    return raw;
  }

  String hashHex() {
    return hashHex;
  }

  Set<ByteString> operations() {
    return operations;
  }

  Place place() {
    return place;
  }

  long block() {
    return block;
  }

  long sentNs() {
    return sentNs;
  }

  /**
   * It is about to be sent.
   *
   * @return whether a refusal now is final, because no pool can have it from before
   */
  boolean sending() {
    boolean first = !maybeTaken;
    maybeTaken = true;
    return first;
  }

  /** An earlier process may have sent it. */
  Submitted foundAgain() {
    maybeTaken = true;
    return this;
  }

  void sent(long nowNs) {
    sentNs = nowNs;
    if (place == Place.UNSENT) {
      place = Place.IN_POOL;
    }
    waiting.stream().filter(write -> write.commit() < 0).forEach(this::acknowledge);
  }

  void lost() {
    if (place == Place.IN_POOL) {
      place = Place.UNSENT;
    }
  }

  void refused(String reason) {
    place = Place.VOID;
    refusal = reason;
    waiting.forEach(write -> write.end(Outcome.NOT_SUBMITTED, reason));
  }

  void inBlock(long number, boolean success, long nowNs) {
    place = Place.IN_BLOCK;
    block = number;
    succeeded = success;
    sentNs = nowNs;
  }

  void undone() {
    place = Place.IN_POOL;
  }

  /** It is deep in the chain: only its outcome is still needed. */
  void forget() {
    raw = new byte[0];
    waiting = List.of();
  }

  /** Answers the writes whose depth is reached. */
  void chainAt(long newest) {
    if (place != Place.IN_BLOCK) {
      return;
    }
    for (PendingWrite write : waiting) {
      if (write.commit() >= 0 && newest - block >= write.commit()) {
        acknowledge(write);
      }
    }
  }

  private void acknowledge(PendingWrite write) {
    write.reply().complete(status());
  }

  /** Its outcome as known now. */
  WriteReply status() {
    WriteReply.Builder reply =
        WriteReply.newBuilder().addTransactions(ByteString.copyFrom(hash)).setBlock(block);
    return switch (place) {
      case UNSENT -> reply.setOutcome(Outcome.PENDING).build();
      case IN_POOL -> reply.setOutcome(Outcome.ACCEPTED).build();
      case VOID -> reply.setOutcome(Outcome.NOT_SUBMITTED).setDetail(refusal).build();
      case IN_BLOCK ->
          succeeded
              ? reply.setOutcome(Outcome.COMMITTED).build()
              : reply
                  .setOutcome(Outcome.FAILED)
                  .setDetail("the transaction was executed and reverted")
                  .build();
    };
  }
}
