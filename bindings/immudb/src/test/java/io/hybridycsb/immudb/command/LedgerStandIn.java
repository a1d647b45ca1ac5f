package io.hybridycsb.immudb.command;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.hybridycsb.immudb.client.ImmudbStandIn;
import io.hybridycsb.immudb.client.Messages;
import io.hybridycsb.immudb.client.Methods;
import io.hybridycsb.immudb.client.Server;
import io.hybridycsb.immudb.proof.EntryDigest;
import io.hybridycsb.immudb.proof.Header;
import io.hybridycsb.immudb.proof.MerkleTree;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.Entries;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.KVMetadata;
import io.hybridycsb.immudb.wire.KeyListRequest;
import io.hybridycsb.immudb.wire.KeyRequest;
import io.hybridycsb.immudb.wire.ScanRequest;
import io.hybridycsb.immudb.wire.Tx;
import io.hybridycsb.immudb.wire.TxEntry;
import io.hybridycsb.immudb.wire.TxList;
import io.hybridycsb.immudb.wire.TxScanRequest;
import io.hybridycsb.immudb.wire.VerifiableTx;
import io.hybridycsb.immudb.wire.VerifiableTxRequest;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Answers what the audit asks, from a ledger that is right at first and that a test may change. It
 * stands for no immudb: tests of the audit on one are among those on real clusters.
 */
final class LedgerStandIn implements AutoCloseable {
  private static final byte[] NONE = new byte[0];
  private static final Comparator<ByteString> BYTES =
      ByteString.unsignedLexicographicalComparator();

  /** The log, to be changed by tests. */
  final List<Tx> log = new ArrayList<>();

  /** The index, to be changed by tests. */
  final List<Entry> index = new ArrayList<>();

  /** What others do just before the index is read. */
  Runnable beforeScan = () -> {};

  /** How many records a page of the index has at most, whatever is asked for. */
  int pageMax = Integer.MAX_VALUE;

  /** Whether the newest state isn't told. */
  volatile boolean isSilent;

  /** Whether no two states are proven to be of one ledger. */
  volatile boolean isUnproven;

  /** The newest state as the ledger was made. */
  private State state = State.NONE;

  private final List<Hash> hashes = new ArrayList<>();
  private final ImmudbStandIn server;

  LedgerStandIn() throws IOException {
    server =
        new ImmudbStandIn()
            .on(Methods.CURRENT_STATE, any -> newest())
            .on(Methods.GET, this::get)
            .on(Methods.GET_ALL, this::getAll)
            .on(Methods.SCAN, this::scan)
            .on(Methods.TX_SCAN, this::log)
            .on(Methods.VERIFIABLE_TX, this::link);
  }

  private ImmutableState newest() {
    if (isSilent) {
      throw Status.UNAVAILABLE.asRuntimeException();
    }
    return ImmutableState.newBuilder()
        .setTxId(state.tx())
        .setTxHash(Messages.bytes(state.hash()))
        .build();
  }

  private Entry get(KeyRequest request) {
    return index.stream()
        .filter(entry -> entry.getKey().equals(request.getKey()))
        .findFirst()
        .orElseThrow(() -> Status.UNKNOWN.withDescription("key not found").asRuntimeException());
  }

  private Entries getAll(KeyListRequest request) {
    return Entries.newBuilder()
        .addAllEntries(
            index.stream().filter(entry -> request.getKeysList().contains(entry.getKey())).toList())
        .build();
  }

  private TxList log(TxScanRequest request) {
    int first = Math.min(log.size(), (int) request.getInitialTx() - 1);
    return TxList.newBuilder()
        .addAllTxs(log.subList(first, Math.min(log.size(), first + request.getLimit())))
        .build();
  }

  /** The proof from a transaction to the one directly after it. */
  private VerifiableTx link(VerifiableTxRequest request) {
    if (isUnproven) {
      throw Status.UNAVAILABLE.asRuntimeException();
    }
    int earlier = (int) Math.min(request.getTx(), request.getProveSinceTx());
    List<ByteString> edge = edge(earlier - 1);
    List<ByteString> consistency = new ArrayList<>(edge);
    consistency.add(1, root(earlier - 1, earlier));
    VerifiableTx.Builder answer = VerifiableTx.newBuilder();
    answer
        .getDualProofBuilder()
        .setSourceTxHeader(log.get(earlier - 1).getHeader())
        .setTargetTxHeader(log.get(earlier).getHeader())
        .addAllLastInclusionProof(edge)
        .addAllConsistencyProof(consistency);
    return answer.build();
  }

  /** The whole subtrees of which the tree over the first transactions is made, smallest first. */
  private List<ByteString> edge(int size) {
    List<ByteString> roots = new ArrayList<>();
    for (int end = size; end > 0; end -= Integer.lowestOneBit(end)) {
      roots.add(root(end - Integer.lowestOneBit(end), end));
    }
    return roots;
  }

  private ByteString root(int first, int end) {
    return Messages.bytes(MerkleTree.root(hashes.subList(first, end)));
  }

  private Entries scan(ScanRequest request) {
    beforeScan.run();
    return Entries.newBuilder()
        .addAllEntries(
            index.stream()
                .filter(entry -> BYTES.compare(entry.getKey(), request.getSeekKey()) >= 0)
                .filter(
                    entry ->
                        request.getEndKey().isEmpty()
                            || BYTES.compare(entry.getKey(), request.getEndKey()) < 0)
                .limit(Math.min(request.getLimit(), pageMax))
                .toList())
        .build();
  }

  /** How a client reaches it. */
  Server server(int timeoutMs) {
    return server.server(timeoutMs);
  }

  /**
   * Appends a transaction that writes keys, and brings the index up to date.
   *
   * @param changes key and value of each record; null to delete it
   */
  void append(TreeMap<String, String> changes) {
    List<TxEntry> entries = new ArrayList<>();
    changes.forEach(
        (key, value) ->
            entries.add(
                entry(
                    key,
                    value == null ? "" : value,
                    KVMetadata.newBuilder().setDeleted(value == null).build())));
    append(entries);
  }

  void append(String key, String value, KVMetadata metadata) {
    append(List.of(entry(key, value, metadata)));
  }

  static TxEntry entry(String key, String value, KVMetadata metadata) {
    ByteString stored = ByteString.copyFromUtf8("\0" + value);
    return TxEntry.newBuilder()
        .setKey(ByteString.copyFromUtf8("\0usertable\0" + key))
        .setMetadata(metadata)
        .setHValue(Messages.bytes(Hash.sha256(stored.toByteArray())))
        .setValue(stored)
        .build();
  }

  /** Appends a transaction; all of it that is no deletion comes into the index. */
  void append(List<TxEntry> entries) {
    List<Hash> digests = new ArrayList<>();
    long id = state.tx() + 1;
    for (TxEntry entry : entries) {
      digests.add(digest(entry));
      ByteString key = entry.getKey().substring(1);
      index.removeIf(each -> each.getKey().equals(key));
      if (entry.getKey().byteAt(0) == 0 && !entry.getMetadata().getDeleted()) {
        index.add(
            Entry.newBuilder()
                .setTx(id)
                .setKey(key)
                .setValue(entry.getValue().substring(1))
                .build());
      }
    }
    index.sort(Comparator.comparing(Entry::getKey, BYTES));
    Hash linked = id == 1 ? Hash.of(new byte[Hash.BYTES]) : MerkleTree.root(hashes);
    Header header =
        new Header(id, state.hash(), 1_000, entries.size(), MerkleTree.root(digests), linked, NONE);
    log.add(Tx.newBuilder().setHeader(Messages.header(header)).addAllEntries(entries).build());
    state = State.of(header);
    hashes.add(state.hash());
  }

  /** Takes back the newest transaction. */
  void rollBack() {
    log.remove(log.size() - 1);
    hashes.remove(hashes.size() - 1);
    state = new State(log.size(), hashes.get(hashes.size() - 1));
  }

  /** By immudb's own rule: a byte for a deletion, one and eight for an expiry, one for no index. */
  private static byte[] encoded(KVMetadata metadata) {
    ByteBuffer bytes = ByteBuffer.allocate(11);
    if (metadata.getDeleted()) {
      bytes.put((byte) 0);
    }
    if (metadata.hasExpiration()) {
      bytes.put((byte) 1).putLong(metadata.getExpiration().getExpiresAt());
    }
    if (metadata.getNonIndexable()) {
      bytes.put((byte) 2);
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  private static Hash digest(TxEntry entry) {
    try {
      return EntryDigest.of(
          encoded(entry.getMetadata()),
          entry.getKey().toByteArray(),
          Hash.of(entry.getHValue().toByteArray()));
    } catch (VerificationFailed e) {
      throw new IllegalArgumentException(e);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
