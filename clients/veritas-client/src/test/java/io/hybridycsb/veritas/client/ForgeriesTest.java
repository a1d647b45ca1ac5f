package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.client.SeenRecord.Receipt;
import io.hybridycsb.veritas.client.fakes.Mutator;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Honest answers that were changed somewhere. What is still accepted is the truth. */
class ForgeriesTest {
  private static final int RECORDS = 20;

  private final Random random = new Random(51);
  private final Mutator mutator = new Mutator(16);

  /** k0 to k19 are written at 1; then k0 changes at 2 and 5, k1 goes at 3 and comes at 5. */
  private static AttestedLedger filled(AttestedLedger ledger) {
    Map<String, String> records = new TreeMap<>();
    IntStream.range(0, RECORDS).forEach(i -> records.put("k" + i, "one"));
    return ledger
        .block(records)
        .block(Map.of("k0", "two"))
        .block(Map.of("k1", ""))
        .block(Map.of("k2", "three"))
        .block(Map.of("k0", "four", "k1", "four"));
  }

  /** One of those that were there, or one that never was. */
  private String anyKey() {
    return "k" + (random.nextInt(4) > 0 ? random.nextInt(3) : random.nextInt(RECORDS + 5));
  }

  private long anyHeight(AttestedLedger ledger) {
    return 1 + random.nextInt((int) ledger.height());
  }

  @Test
  void noChangedAnswerToAVerifiedReadProvesAnotherRecord() {
    checkRecords(filled(AttestedLedger.overKafka(1)), 20_000);
    checkRecords(filled(AttestedLedger.overCometBft()), 20_000);
  }

  private void checkRecords(AttestedLedger ledger, int mutations) {
    ReadVerifier verifier = ledger.verifier();
    int accepted = 0;
    for (int i = 0; i < mutations; i++) {
      String key = anyKey();
      VerifyReply reply = mutator.changed(ledger.prove(key, anyHeight(ledger)));
      String asked = random.nextInt(8) == 0 ? anyKey() : key;
      try {
        VerifiedRecord verified = verifier.check(AttestedLedger.key(asked), reply);
        assertIsTrue(ledger, asked, verified);
        accepted++;
      } catch (VerificationFailed e) {
        // As it should be.
      }
    }
    assertThat(accepted).as("changes of what nothing depends on").isLessThan(mutations / 4);
  }

  private static void assertIsTrue(AttestedLedger ledger, String key, VerifiedRecord verified) {
    byte[] value = ledger.valueAt(key, verified.height());
    Optional<VeritasRecord> right =
        Optional.ofNullable(value).map(v -> VeritasRecord.of(AttestedLedger.key(key), v));
    assertThat(verified.record().map(VeritasRecord::version))
        .isEqualTo(right.map(VeritasRecord::version));
    assertThat(verified.record().map(record -> record.fields().get("f")))
        .usingRecursiveComparison()
        .isEqualTo(right.map(record -> record.fields().get("f")));
    assertThat(verified.stateRoot()).isEqualTo(ledger.stateRoot(verified.height()));
  }

  @Test
  void noChangedAnswerProvesReadsThatWereLies() {
    checkSeen(filled(AttestedLedger.overKafka(1)), 15_000);
    checkSeen(filled(AttestedLedger.overCometBft()), 15_000);
  }

  /** Three reads and the proof of all. */
  private record Seen(List<String> keys, List<Receipt> reads, VerifyReply reply) {}

  private Seen anySeen(AttestedLedger ledger) {
    List<String> keys = List.of(anyKey(), anyKey(), anyKey());
    long[] heights = keys.stream().mapToLong(key -> anyHeight(ledger)).toArray();
    List<Receipt> reads = new ArrayList<>();
    for (int i = 0; i < heights.length; i++) {
      reads.add(ledger.read(keys.get(i), heights[i]));
    }
    return new Seen(keys, reads, ledger.proveSeen(reads, heights));
  }

  private void checkSeen(AttestedLedger ledger, int mutations) {
    ReadVerifier verifier = ledger.verifier();
    List<Seen> honest = Stream.generate(() -> anySeen(ledger)).limit(200).toList();
    for (int i = 0; i < mutations; i++) {
      Seen seen = honest.get(i % honest.size());
      List<String> keys = seen.keys();
      List<Receipt> reads = new ArrayList<>(seen.reads());
      VerifyReply reply = mutator.changed(seen.reply());
      if (random.nextInt(2) == 0) {
        // What was really answered: another record, or that of another height.
        long height = anyHeight(ledger);
        byte[] value = ledger.valueAt(anyKey(), anyHeight(ledger));
        reads.set(1, AttestedLedger.claim(keys.get(1), value, height));
      }
      try {
        List<Long> proved = verifier.checkSeen(reads, reply).heights();
        for (int k = 0; k < reads.size(); k++) {
          assertIsTrue(ledger, keys.get(k), reads.get(k), proved.get(k));
        }
      } catch (VerificationFailed e) {
        // As it should be.
      }
    }
  }

  private static void assertIsTrue(AttestedLedger ledger, String key, Receipt read, long height) {
    long readAt = read.read().getHeight();
    byte[] value = ledger.valueAt(key, height);
    ByteString hash = value == null ? ByteString.EMPTY : ByteString.copyFrom(Hashes.sha256(value));
    assertThat(read.read().getValueHash()).isEqualTo(hash);
    assertThat(height).isGreaterThanOrEqualTo(readAt);
    if (value == null) {
      assertThat(height).isEqualTo(readAt);
    }
  }

  @Test
  void noChangedChainOfHeadersEndsInAnotherBlock() {
    checkHeads(filled(AttestedLedger.overKafka(1)), 10_000);
    checkHeads(filled(AttestedLedger.overCometBft()), 10_000);
  }

  private void checkHeads(AttestedLedger ledger, int mutations) {
    ReadVerifier verifier = ledger.verifier();
    for (int i = 0; i < mutations; i++) {
      long from = anyHeight(ledger);
      long known = random.nextInt(8) == 0 ? anyHeight(ledger) : from;
      Hash hash = random.nextInt(8) == 0 ? ledger.stateRoot(known) : ledger.hash(known);
      VerifyReply reply = mutator.changed(ledger.head(from));
      try {
        VerifiedHead head = verifier.checkHead(new VerifiedHead(known, hash, 1, 0), known, reply);
        assertThat(head.hash()).isEqualTo(ledger.hash(head.height()));
        assertThat(hash).isEqualTo(ledger.hash(known));
        assertThat(head.height()).isGreaterThanOrEqualTo(known);
      } catch (VerificationFailed e) {
        // As it should be.
      }
    }
  }

  /** Of four nodes all have to sign. */
  @Test
  void noChangedVoteStandsForAnother() {
    AttestedLedger ledger = filled(AttestedLedger.overKafka(4));
    ReadVerifier verifier = ledger.verifier();
    VerifyReply honest = ledger.prove("k0", ledger.height());
    VerifyReply votes = VerifyReply.newBuilder().addAllVotes(honest.getVotesList()).build();
    for (int i = 0; i < 5_000; i++) {
      VerifyReply changed = mutator.changed(votes);
      try {
        verifier.check(
            AttestedLedger.key("k0"),
            honest.toBuilder().clearVotes().addAllVotes(changed.getVotesList()).build());
        assertThat(changed.getVotesList())
            .containsExactlyInAnyOrderElementsOf(honest.getVotesList());
      } catch (VerificationFailed e) {
        // As it should be.
      }
    }
  }
}
