package io.hybridycsb.immudb.command;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.LedgerTransaction;
import io.hybridycsb.immudb.proof.Header;
import io.hybridycsb.immudb.proof.MerkleFrontier;
import io.hybridycsb.immudb.proof.MerkleTree;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads a ledger from its first transaction on, and computes everything that its headers claim:
 * each transaction's tree, the chain of hashes, and the tree over all transactions.
 */
final class LedgerReplay {
  private static final int PAGE = 256;

  private final Immudb client;
  private final NewestWrites newest;
  private final Findings findings;
  private final Progress progress;
  private final MerkleFrontier tree = new MerkleFrontier();
  private Hash hash = State.NONE.hash();
  private long done;

  LedgerReplay(Immudb client, NewestWrites newest, Findings findings, Progress progress) {
    this.client = client;
    this.newest = newest;
    this.findings = findings;
    this.progress = progress;
  }

  /**
   * Goes on up to a state.
   *
   * @return whether the ledger has it; if not, a finding says why
   */
  boolean readTo(State state) {
    while (done < state.tx()) {
      if (!readPage(done + 1, (int) Math.min(PAGE, state.tx() - done))) {
        return false;
      }
      progress.say("%d of %d transactions read", done, state.tx());
    }
    if (!hash.equals(state.hash())) {
      findings.add(
          "transaction %d: the log gives another hash than was verified".formatted(state.tx()));
      return false;
    }
    return true;
  }

  /** Reads smaller parts where the server refuses, so that what it refuses is named. */
  private boolean readPage(long first, int count) {
    List<LedgerTransaction> page;
    try {
      page = client.log(first, count);
    } catch (CallFailed | VerificationFailed e) {
      if (e instanceof CallFailed failed && !failed.isAnswer()) {
        throw failed;
      }
      if (count == 1) {
        findings.add("transaction %d can't be read: %s".formatted(first, e.getMessage()));
        return false;
      }
      int half = count / 2;
      return readPage(first, half) && readPage(first + half, count - half);
    }
    for (LedgerTransaction transaction : page) {
      if (!follows(transaction)) {
        return false;
      }
    }
    return true;
  }

  private boolean follows(LedgerTransaction transaction) {
    Header header = transaction.header();
    Optional<String> wrong = wrongWith(transaction);
    if (wrong.isPresent()) {
      findings.add("transaction %d: %s".formatted(done + 1, wrong.get()));
      return false;
    }
    for (LedgerTransaction.Entry entry : transaction.entries()) {
      if (!entry.hasItsValue()) {
        findings.add(
            "transaction %d, %s: the value isn't the one that was written"
                .formatted(header.id(), StateKey.shown(entry.record().orElse(entry.key()))));
      }
      // The index has nothing of others, and keeps what was there before.
      if (entry.isIndexed()) {
        entry
            .record()
            .ifPresent(key -> newest.put(key, header.id(), entry.valueHash(), entry.hiddenFrom()));
      }
    }
    hash = header.accumulated();
    tree.append(hash);
    done = header.id();
    return true;
  }

  private Optional<String> wrongWith(LedgerTransaction transaction) {
    Header header = transaction.header();
    List<Hash> digests =
        transaction.entries().stream().map(LedgerTransaction.Entry::digest).toList();
    if (header.id() != done + 1) {
      return Optional.of("in its place is transaction " + header.id());
    }
    if (!header.previous().equals(hash)) {
      return Optional.of("it doesn't follow the one before it");
    }
    if (done > 0 && !header.linkedRoot().equals(tree.root())) {
      return Optional.of("the root over all transactions before it is wrong");
    }
    if (digests.size() != header.entries()
        || !MerkleTree.root(digests).equals(header.entriesRoot())) {
      return Optional.of("its entries aren't those that its root covers");
    }
    Set<ByteBuffer> keys = new HashSet<>();
    for (LedgerTransaction.Entry entry : transaction.entries()) {
      if (!keys.add(ByteBuffer.wrap(entry.key()))) {
        // Either of both values could be shown, and proven.
        return Optional.of(
            "it has two values of " + StateKey.shown(entry.record().orElse(entry.key())));
      }
    }
    return Optional.empty();
  }
}
