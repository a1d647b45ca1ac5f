package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.blockchaindb.server.eth.Block.Execution;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.ethereum.rpc.Hex;
import java.util.List;
import java.util.Set;

/**
 * A signed transaction and what is known of it. Guarded by its writer.
 *
 * <pre>{@code
 * UNSENT ──> IN_POOL <──> IN_BLOCK
 *   ^  └────────┘             │ (never again looked at once it is final)
 *   └── lost by the pool      v
 * }</pre>
 */
final class Submitted {
  /** Where it is. */
  enum Place {
    UNSENT,
    IN_POOL,
    IN_BLOCK
  }

  private final long nonce;
  private byte[] raw;
  private final byte[] hash;
  private final String hashHex;
  private final List<AccountWrite> writes;

  /** What it writes; of a transaction of an earlier process only if that was needed. */
  private List<Written> written;

  private Place place = Place.UNSENT;
  private boolean maybeTaken;
  private long sentNs;
  private long block;
  private Execution execution = new Execution(false, Set.of());

  /**
   * @param writes in its order
   * @param written what they write
   */
  Submitted(long nonce, byte[] raw, List<AccountWrite> writes, List<Written> written) {
    this.nonce = nonce;
    this.raw = raw;
    this.hash = Hashes.keccak(raw);
    this.hashHex = Hex.of(hash);
    this.writes = List.copyOf(writes);
    this.written = List.copyOf(written);
  }

  long nonce() {
    return nonce;
  }

  byte[] raw() {
    return raw;
  }

  byte[] hash() {
    return hash;
  }

  String hashHex() {
    return hashHex;
  }

  List<AccountWrite> writes() {
    return writes;
  }

  /** What each of {@link #writes} writes. */
  List<Written> written() {
    if (written.isEmpty()) {
      written = List.copyOf(ContractCalls.writesIn(raw));
    }
    return written;
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

  /** Whether it is on its way into the chain. */
  boolean isOpen() {
    return place != Place.IN_BLOCK;
  }

  /** Whether it was executed without effect. */
  boolean isReverted() {
    return place == Place.IN_BLOCK && !execution.success();
  }

  /** Whether it was executed and hasn't left out the write at this position. */
  boolean hasMade(int position) {
    return place == Place.IN_BLOCK && execution.success() && !execution.stale().contains(position);
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
  }

  void lost() {
    if (place == Place.IN_POOL) {
      place = Place.UNSENT;
    }
  }

  void inBlock(long number, Execution how, long nowNs) {
    place = Place.IN_BLOCK;
    block = number;
    execution = how;
    sentNs = nowNs;
  }

  void undone() {
    place = Place.IN_POOL;
  }

  /** It is deep in the chain: only that is still needed. */
  void forget() {
    raw = new byte[0];
    written = List.of();
  }
}
