package io.hybridycsb.ycsb.veritas;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.ycsb.outcome.Statuses;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;

/** What holds for verified reads by every YCSB binding for Veritas. */
abstract class VerificationContract extends BindingOnFakeVeritas {
  VerificationContract(TestedBinding binding) {
    super(binding);
  }

  @Test
  void verifiedReadsAreMeasuredAsAnOperationOfTheirOwn() throws Exception {
    VeritasDb client = client("veritas.verify", "read");
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    // Measurements are the process's, and a summary tells of what came after the one before it.
    Measurements.getMeasurements().getSummary();
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertThat(StringByteIterator.getStringMap(result)).isEqualTo(Map.of("a", "1"));
    assertThat(client.read(TABLE, "nobody", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);
    assertThat(Measurements.getMeasurements().getSummary()).contains("[VERIFY: Count=2");
  }

  @Test
  void aTamperedRecordFailsItsVerification() throws Exception {
    VeritasDb client = client("veritas.verify", "read");
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    veritas.tamper(TABLE, "user1");
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Statuses.VERIFICATION_FAILED);
    assertThat(result).isEmpty();
  }

  @Test
  void theNewestBlockIsKeptForTheNextProcess(@TempDir Path dir) throws Exception {
    Path state = dir.resolve("verified-state");
    VeritasDb client = client("veritas.verify", "read", "veritas.state", state.toString());
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    client.read(TABLE, "user1", null, result);
    client.insert(TABLE, "user2", values(Map.of("a", "1")));
    client.cleanup();
    clients.remove(client);
    assertThat(state).content().containsPattern("(?m)^chain blocks 2 ");
    assertThat(ends).isEmpty();
  }

  @Test
  void readsInABatchAnswerAtOnceAndAreVerifiedTogether() throws Exception {
    VeritasDb client = client("veritas.verify", "batch", "veritas.verify.batch", "3");
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    Measurements.getMeasurements().getSummary();
    for (int i = 0; i < 4; i++) {
      assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
      client.update(TABLE, "user1", values(Map.of("a", Integer.toString(i))));
    }
    assertThat(Measurements.getMeasurements().getSummary()).contains("[VERIFY: Count=1");
    client.cleanup();
    clients.remove(client);
    assertThat(Measurements.getMeasurements().getSummary()).contains("[VERIFY: Count=1");
  }

  @Test
  void aForgedAnswerFailsTheBatchThatItIsIn() throws Exception {
    VeritasDb client = client("veritas.verify", "batch", "veritas.verify.batch", "2");
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    veritas.lie();
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Statuses.VERIFICATION_FAILED);
    assertCleanupFails(client, "2 of a thread's reads are not verified: ");
  }

  final void assertCleanupFails(VeritasDb client, String message) throws DBException {
    client.cleanup();
    clients.remove(client);
    assertThat(ends)
        .singleElement()
        .asString()
        .startsWith(binding.binding() + ": " + message)
        .doesNotContain("\n");
  }

  @Test
  void anAbsenceEndsItsBatch() throws Exception {
    VeritasDb client = client("veritas.verify", "batch");
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    Measurements.getMeasurements().getSummary();
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertThat(client.read(TABLE, "nobody", null, new HashMap<>())).isEqualTo(Status.NOT_FOUND);
    assertThat(Measurements.getMeasurements().getSummary()).contains("[VERIFY: Count=1");
  }

  @Test
  void noBatchIsOfMoreBlocksThanNodesKeep() throws Exception {
    VeritasDb client = client("veritas.verify", "batch");
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    Measurements.getMeasurements().getSummary();
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    for (int i = 0; i < 256; i++) {
      veritas.addBlock(TABLE, "other");
    }
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertThat(Measurements.getMeasurements().getSummary()).contains("[VERIFY: Count=1");
  }

  @Test
  void readsWhoseProofIsRefusedMakeTheProcessFail() throws Exception {
    VeritasDb client = client("veritas.verify", "batch", "veritas.verify.batch", "3");
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    veritas.refuseProofs(Failure.Code.INVALID);
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.BAD_REQUEST);
    veritas.recover();
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertCleanupFails(client, "3 of a thread's reads are not verified: no proof");
  }

  @Test
  void readsWhoseProofIsLateAreVerifiedBeforeMoreIsRead() throws Exception {
    VeritasDb client =
        client(
            "veritas.verify", "batch", "veritas.verify.batch", "2", "veritas.timeout.ms", "5000");
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    veritas.refuseProofs(Failure.Code.UNAVAILABLE);
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.SERVICE_UNAVAILABLE);
    veritas.recover();
    Measurements.getMeasurements().getSummary();
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertThat(Measurements.getMeasurements().getSummary()).contains("[VERIFY: Count=1");
    client.cleanup();
    clients.remove(client);
    assertThat(ends).isEmpty();
  }

  @Test
  void readsThatCouldNotBeVerifiedAtTheEndMakeTheProcessFail() throws Exception {
    VeritasDb client = client("veritas.verify", "batch", "veritas.verify.batch", "3");
    client.insert(TABLE, "user1", values(Map.of("a", "1")));
    veritas.lie();
    assertThat(client.read(TABLE, "user1", null, result)).isEqualTo(Status.OK);
    assertCleanupFails(client, "1 of a thread's reads are not verified: ");
  }
}
