package io.hybridycsb.veritas.core.node;

import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.smt.Snapshot;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.replica.Attestations;
import io.hybridycsb.veritas.core.replica.ReadGate;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Answers reads with their proof: the value, its path in the state's tree at a height that enough
 * nodes have attested, the headers from there on, and these nodes' votes. It waits until what was
 * decided when the call came in is attested, which the nodes do by themselves within milliseconds.
 */
final class VerifyService {
  private static final long RETRY_MS = 2;
  private static final int CHANGED_MEANWHILE_MAX = 50;

  private final Ledger ledger;
  private final SparseMerkleTree tree;
  private final StateReader store;
  private final ReadGate gate;
  private final Attestations attestations;
  private final ScheduledExecutorService executor;

  VerifyService(
      Ledger ledger,
      SparseMerkleTree tree,
      StateReader store,
      ReadGate gate,
      Attestations attestations,
      ScheduledExecutorService executor) {
    this.ledger = ledger;
    this.tree = tree;
    this.store = store;
    this.gate = gate;
    this.attestations = attestations;
    this.executor = executor;
  }

  void submit(Call call) {
    byte[] key = call.request().getVerify().getKey().toByteArray();
    gate.whenOpen(
        List.of(new ByteKey(key)),
        () -> later(() -> attempt(call, key, ledger.head().height(), 0), 0));
  }

  private void later(Runnable step, long delayMs) {
    try {
      executor.schedule(step, delayMs, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The node is closing; its connections are closed next.
    }
  }

  private void attempt(Call call, byte[] key, long heightWanted, int attempts) {
    if (call.isExpired(System.nanoTime())) {
      call.fail(
          Failure.Code.TIMEOUT,
          "height " + heightWanted + " was not attested by enough nodes in time");
      return;
    }
    Attestations.Certificate certificate = attestations.certificate();
    if (certificate.height() < heightWanted || certificate.height() == 0) {
      later(() -> attempt(call, key, heightWanted, attempts), RETRY_MS);
      return;
    }
    try {
      answer(call, key, certificate, attempts);
    } catch (StoreException e) {
      call.fail(Failure.Code.UNAVAILABLE, e.getMessage());
    } catch (IllegalArgumentException e) {
      later(() -> attempt(call, key, ledger.head().height(), attempts + 1), RETRY_MS);
    }
  }

  /** Answers, or tries again when the key has changed since the attested height. */
  private void answer(Call call, byte[] key, Attestations.Certificate certificate, int attempts) {
    Snapshot snapshot = tree.at(certificate.height());
    byte[] value = store.getAll(List.of(key)).get(0);
    byte[] valueHash = value == null ? null : Hashes.sha256(value);
    boolean current = Arrays.equals(valueHash, snapshot.valueHash(key));
    if (!current && attempts < CHANGED_MEANWHILE_MAX) {
      later(() -> attempt(call, key, ledger.head().height(), attempts + 1), RETRY_MS);
      return;
    }
    VerifyReply.Builder reply =
        VerifyReply.newBuilder()
            .setProof(UnsafeByteOperations.unsafeWrap(snapshot.prove(key).compact().encode()))
            .addAllVotes(certificate.votes());
    if (value != null) {
      reply.setValue(UnsafeByteOperations.unsafeWrap(value));
    }
    ledger
        .headers(certificate.height(), certificate.topHeight())
        .forEach(header -> reply.addHeaders(UnsafeByteOperations.unsafeWrap(header)));
    call.reply(call.answer().setVerify(reply));
  }
}
