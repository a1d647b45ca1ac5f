package io.hybridycsb.veritas.tendermint;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.abci.proto.ProofOp;
import io.hybridycsb.cometbft.abci.proto.ProofOps;
import io.hybridycsb.cometbft.abci.proto.ResponseQuery;
import io.hybridycsb.smt.Snapshot;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.chain.ChainConsensus;
import io.hybridycsb.veritas.core.ledger.ChainHead;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.KeyLimit;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The answers to CometBFT's {@code abci_query}. The path {@code /key} gives the state value of a
 * state key, with a proof up to the application hash in the chain's next header. The path {@code
 * /snapshots} gives the chain's heights of this node's snapshots, as text.
 */
record StateQueries(NodeContext.Data data, ChainConsensus consensus, StateSync sync) {
  static final String KEY = "/key";
  static final String SNAPSHOTS = "/snapshots";

  /** The path in the sparse Merkle tree: a compact {@code Proof}. */
  static final String PATH_PROOF = "veritas:smt";

  /** The ledger header with the tree's root; its hash is the application hash. */
  static final String HEADER_PROOF = "veritas:header";

  private static final int CODE_INVALID = 1;
  private static final int CODE_UNAVAILABLE = 3;
  private static final int ATTEMPTS = 50;

  ResponseQuery answer(String path, byte[] asked, long height) {
    return switch (path) {
      case KEY -> key(asked, height);
      case SNAPSHOTS -> snapshots(asked);
      default ->
          failure(
              CODE_INVALID,
              asked,
              "the path is " + KEY + " or " + SNAPSHOTS + ", not '" + path + "'");
    };
  }

  private ResponseQuery snapshots(byte[] asked) {
    String heights =
        sync.list().stream()
            .map(snapshot -> Long.toString(snapshot.getHeight()))
            .collect(Collectors.joining(" "));
    return ResponseQuery.newBuilder()
        .setKey(ByteString.copyFrom(asked))
        .setValue(ByteString.copyFromUtf8(heights))
        .build();
  }

  private ResponseQuery key(byte[] key, long height) {
    if (!KeyLimit.isValid(key)) {
      return failure(
          CODE_INVALID,
          key,
          "the data is a state key: a table, a zero byte and a name, together at most 1024 bytes");
    }
    try {
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        ResponseQuery reply = current(key, height);
        if (reply != null) {
          return reply;
        }
      }
      return failure(CODE_UNAVAILABLE, key, "the key changes faster than it can be read");
    } catch (StoreException e) {
      return failure(CODE_UNAVAILABLE, key, e.getMessage());
    }
  }

  /** Null if the key was changed between reading the tree and reading the store. */
  private ResponseQuery current(byte[] key, long height) {
    ChainHead head = consensus.committed();
    if (head.height() == 0) {
      return failure(CODE_UNAVAILABLE, key, "the ledger has no block yet");
    }
    byte[] header = data.ledger().header(head.height());
    long position = LedgerBlocks.header(header).getPosition();
    if (height != 0 && height != position) {
      return failure(
          CODE_INVALID, key, "only the newest height can be asked for: 0 or now " + position);
    }
    Snapshot state;
    try {
      state = data.tree().at(head.height());
    } catch (IllegalArgumentException e) {
      // So many blocks came meanwhile that this height is no longer kept.
      return null;
    }
    byte[] value = data.store().forReaders().getAll(List.of(key)).get(0);
    byte[] valueHash = value == null ? null : Hashes.sha256(value);
    if (!Arrays.equals(valueHash, state.valueHash(key))) {
      return null;
    }
    return ResponseQuery.newBuilder()
        .setKey(ByteString.copyFrom(key))
        .setValue(value == null ? ByteString.EMPTY : ByteString.copyFrom(value))
        .setHeight(position)
        .setLog(value == null ? "absent" : "")
        .setProofOps(
            ProofOps.newBuilder()
                .addOps(step(PATH_PROOF, key, state.prove(key).encodeCompact()))
                .addOps(step(HEADER_PROOF, new byte[0], header)))
        .build();
  }

  private static ProofOp.Builder step(String type, byte[] key, byte[] data) {
    return ProofOp.newBuilder()
        .setType(type)
        .setKey(ByteString.copyFrom(key))
        .setData(ByteString.copyFrom(data));
  }

  private static ResponseQuery failure(int code, byte[] key, String log) {
    return ResponseQuery.newBuilder()
        .setCode(code)
        .setKey(ByteString.copyFrom(key))
        .setLog(log)
        .build();
  }
}
