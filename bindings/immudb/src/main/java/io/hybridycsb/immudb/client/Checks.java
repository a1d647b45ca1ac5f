package io.hybridycsb.immudb.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.immudb.proof.EntryDigest;
import io.hybridycsb.immudb.proof.Header;
import io.hybridycsb.immudb.proof.Link;
import io.hybridycsb.immudb.proof.MerkleTree;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.immudb.wire.DualProof;
import io.hybridycsb.immudb.wire.Entry;
import io.hybridycsb.immudb.wire.InclusionProof;
import io.hybridycsb.immudb.wire.KVMetadata;
import io.hybridycsb.immudb.wire.KeyValue;
import io.hybridycsb.immudb.wire.TxEntry;
import io.hybridycsb.immudb.wire.VerifiableEntry;
import io.hybridycsb.immudb.wire.VerifiableTx;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.verification.VerificationFailed;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What has to hold of answers, whoever gives them. */
final class Checks {
  private Checks() {}

  /**
   * That a transaction of the ledger has written what was read.
   *
   * @param key that was asked for
   * @param tx the transaction that was asked for; 0 for the key's newest
   * @param from the state for which a proof was asked
   * @param now that tells what has expired
   * @return the transaction's state
   */
  static State read(VerifiableEntry answer, byte[] key, long tx, State from, Instant now) {
    Entry entry = answer.getEntry();
    VerifiableTx written = answer.getVerifiableTx();
    Header header = Conversions.header(written.getTx().getHeader());
    require(Arrays.equals(entry.getKey().toByteArray(), key), "the answer is about another key");
    require(!entry.hasReferencedBy(), "the key only refers to another one");
    require(
        entry.getTx() == header.id() && (tx == 0 || tx == header.id()),
        "the answer is of another transaction");
    require(
        !entry.getMetadata().getNonIndexable()
            && Conversions.hiddenFrom(entry.getMetadata()) > now.getEpochSecond(),
        "transaction %d has written no value that can still be read".formatted(header.id()));
    InclusionProof proof = answer.getInclusionProof();
    Hash digest = digest(entry.getMetadata(), entry.getKey(), entry.getValue());
    require(
        proof.getWidth() == header.entries()
            && MerkleTree.includes(
                digest,
                proof.getLeaf(),
                proof.getWidth(),
                Conversions.path(proof.getTermsList()),
                header.entriesRoot()),
        "the value isn't what transaction %d has written".formatted(header.id()));
    return linked(header, written.getDualProof(), from);
  }

  /**
   * That a transaction of the ledger has written these changes, and nothing else.
   *
   * @param from the state for which a proof was asked
   * @return the transaction's state
   */
  static State write(VerifiableTx answer, List<KeyValue> changes, State from) {
    Header header = Conversions.header(answer.getTx().getHeader());
    Map<ByteString, Hash> asked = new HashMap<>();
    for (KeyValue change : changes) {
      asked.put(
          Requests.bytes(Conversions.stored(change.getKey())),
          digest(change.getMetadata(), change.getKey(), change.getValue()));
    }
    List<Hash> digests = new ArrayList<>();
    for (TxEntry entry : answer.getTx().getEntriesList()) {
      Hash digest = asked.remove(entry.getKey());
      require(digest != null, "transaction %d has another key".formatted(header.id()));
      digests.add(digest);
    }
    require(
        asked.isEmpty()
            && header.entries() == digests.size()
            && MerkleTree.root(digests).equals(header.entriesRoot()),
        "transaction %d isn't what was written".formatted(header.id()));
    require(header.id() > from.tx(), "the write is older than what was verified before");
    return linked(header, answer.getDualProof(), from);
  }

  /**
   * That records are of a range, in its order, each once, and no more than were asked for.
   *
   * @param from the first that may be there
   * @param to before which they end; empty if they don't
   */
  static void scan(List<VersionedValue> found, byte[] from, byte[] to, int limit) {
    require(
        found.size() <= limit,
        "a scan has %d records, at most %d were asked for".formatted(found.size(), limit));
    byte[] first = from;
    for (VersionedValue seen : found) {
      require(
          Arrays.compareUnsigned(seen.key(), first) >= 0
              && (to.length == 0 || Arrays.compareUnsigned(seen.key(), to) < 0),
          "a scan has a record where it doesn't belong: " + StateKey.shown(seen.key()));
      first = Arrays.copyOf(seen.key(), seen.key().length + 1);
    }
  }

  /** That a transaction and a state are of one ledger. */
  private static State linked(Header header, DualProof proof, State from) {
    State own = State.of(header);
    Link link = Conversions.link(proof);
    if (from.tx() == 0) {
      link.verify(own, own);
    } else if (own.tx() < from.tx()) {
      link.verify(own, from);
    } else {
      link.verify(from, own);
    }
    return own;
  }

  private static Hash digest(KVMetadata metadata, ByteString key, ByteString value) {
    return EntryDigest.of(
        Conversions.encoded(metadata), Conversions.stored(key), Conversions.valueHash(value));
  }

  static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new VerificationFailed(otherwise);
    }
  }
}
