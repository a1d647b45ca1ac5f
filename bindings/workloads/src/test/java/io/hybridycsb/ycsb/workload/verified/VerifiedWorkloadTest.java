package io.hybridycsb.ycsb.workload.verified;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.workload.MemoryBinding;
import io.hybridycsb.ycsb.workload.MemoryReads;
import io.hybridycsb.ycsb.workload.YcsbRun;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class VerifiedWorkloadTest {
  private static final int OPERATIONS = 2_000;

  private static YcsbRun run(MemoryReads.Behaviour behaviour, Map<String, String> properties)
      throws Exception {
    MemoryReads.reset(MemoryReads.Behaviour.HONEST);
    Map<String, String> all = new TreeMap<>(properties);
    all.put("recordcount", "20");
    YcsbRun loaded =
        YcsbRun.loaded(MemoryBinding.Behaviour.SERIALIZABLE, VerifiedWorkload::new, all);
    MemoryReads.becomes(behaviour);
    return loaded.run(OPERATIONS);
  }

  private static int operations(YcsbRun run) throws Exception {
    return run.count("READ", "OK") + run.count("HISTORY", "OK");
  }

  @Test
  void everyReadIsVerifiedLaterManyAtOnce() throws Exception {
    YcsbRun run = run(MemoryReads.Behaviour.HONEST, Map.of());
    assertThat(run.ends()).isEmpty();
    assertThat(run.count("READ", "OK")).isBetween(OPERATIONS / 3, 2 * OPERATIONS / 3);
    assertThat(MemoryReads.verified()).isEqualTo(run.count("READ", "OK"));
    assertThat(MemoryReads.batches()).isLessThan(MemoryReads.verified() / 2);
    assertThat(run.count("VERIFY", "OK")).isEqualTo((int) MemoryReads.batches());
  }

  @Test
  void everyReadIsVerifiedBeforeItReturns() throws Exception {
    YcsbRun run = run(MemoryReads.Behaviour.HONEST, Map.of("verified.proofs", "online"));
    assertThat(run.ends()).isEmpty();
    assertThat(MemoryReads.verified()).isEqualTo(run.count("READ", "OK"));
    assertThat(MemoryReads.batches()).isZero();
  }

  @Test
  void readsOfThePastFindWhatWasProvenBefore() throws Exception {
    YcsbRun run =
        run(
            MemoryReads.Behaviour.HONEST,
            Map.of("verified.puts", "20", "verified.history", "40", "verified.proofs", "online"));
    assertThat(run.ends()).isEmpty();
    assertThat(run.count("HISTORY", "OK")).isBetween(OPERATIONS / 4, OPERATIONS / 2);
    assertThat(operations(run)).isBetween(2 * OPERATIONS / 3, OPERATIONS);
  }

  @Test
  void aPastThatWasRewrittenIsFound() throws Exception {
    YcsbRun run =
        run(
            MemoryReads.Behaviour.REWRITES,
            Map.of("verified.puts", "20", "verified.history", "40", "verified.proofs", "online"));
    int found = run.count("HISTORY", "VERIFICATION_FAILED");
    assertThat(found).isPositive();
    assertThat(run.ends())
        .singleElement()
        .asString()
        .startsWith("verified: %d reads failed their verification: record user".formatted(found));
  }

  @Test
  void aLieIsFoundBeforeTheReadReturns() throws Exception {
    YcsbRun run = run(MemoryReads.Behaviour.LIES, Map.of("verified.proofs", "online"));
    assertThat(run.count("READ", "OK")).isZero();
    assertThat(run.count("READ", "VERIFICATION_FAILED")).isPositive();
    assertThat(run.ends())
        .containsExactly(
            "verified: %d reads failed their verification: nobody has written this"
                .formatted(run.count("READ", "VERIFICATION_FAILED")));
  }

  @Test
  void aLieIsFoundLaterAndFailsTheProcess() throws Exception {
    YcsbRun run = run(MemoryReads.Behaviour.LIES, Map.of());
    assertThat(run.count("VERIFY", "VERIFICATION_FAILED")).isPositive();
    assertThat(run.ends())
        .containsExactly(
            "verified: %d reads are not proven: nobody has written this"
                .formatted(run.count("READ", "OK")));
  }

  @Test
  void theAuditorFindsALedgerThatWasRolledBack() throws Exception {
    YcsbRun run = run(MemoryReads.Behaviour.ROLLS_BACK, Map.of("verified.audit.ms", "1"));
    assertThat(run.ends()).containsExactly("verified: the auditor: the ledger was rolled back");
    assertThat(run.count("AUDIT", "VERIFICATION_FAILED")).isPositive();
  }

  @Test
  void anAuditorWithoutAnAnswerAtTheEndFailsTheProcess() throws Exception {
    YcsbRun run = run(MemoryReads.Behaviour.EVADES, Map.of());
    assertThat(run.ends()).containsExactly("verified: the auditor: nobody answers");
  }

  @Test
  void readsThatNothingHasProvenFailTheProcess() throws Exception {
    YcsbRun run = run(MemoryReads.Behaviour.PROVES_NOTHING, Map.of());
    assertThat(run.ends())
        .containsExactly(
            "verified: %d reads are not proven: no proof of them came in time"
                .formatted(run.count("READ", "OK")));
  }

  @Test
  void whatASystemCannotProveFailsTheProcessAndTheRestCountsAsProven() throws Exception {
    YcsbRun run = run(MemoryReads.Behaviour.PROVES_ONE, Map.of());

    assertThat(run.ends())
        .containsExactly(
            "verified: %d reads are not proven: one is enough"
                .formatted(run.count("READ", "OK") - MemoryReads.verified()));
    assertThat(run.count("VERIFY", "VERIFICATION_FAILED")).isPositive();
  }

  @Test
  void withoutProofsNothingIsAskedFor() throws Exception {
    YcsbRun run = run(MemoryReads.Behaviour.HONEST, Map.of("verified.proofs", "off"));
    assertThat(run.ends()).isEmpty();
    assertThat(MemoryReads.verified()).isZero();
    assertThat(MemoryReads.audits()).isZero();
  }

  @Test
  void aSystemThatProvesNothingIsRefused() throws Exception {
    MemoryReads.reset(MemoryReads.Behaviour.HONEST);
    YcsbRun run =
        YcsbRun.loaded(
            MemoryBinding.Behaviour.WITHOUT_PROOFS,
            VerifiedWorkload::new,
            Map.of("recordcount", "20"));
    assertThat(run.run(1).ends()).containsOnly("verified: memory proves no answers");
  }

  @Test
  void moreThanAHundredOfAHundredOperationsAreRefused() throws Exception {
    YcsbRun run =
        new YcsbRun(
            VerifiedWorkload::new,
            Map.of("recordcount", "20", "verified.puts", "70", "verified.history", "40"));
    assertThat(run.run(1).ends())
        .containsExactly(
            "verified: verified.puts and verified.history are together 110 of a hundred operations");
  }
}
