package io.hybridycsb.immudb.command;

import io.hybridycsb.commands.VerifyFrame;
import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.Verified;
import io.hybridycsb.immudb.proof.ProofFailed;
import io.hybridycsb.records.RecordText;
import io.hybridycsb.records.StateKey;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reads a record and checks its proof. */
@Command(
    description = {
      "Reads a record, and checks that a transaction of the ledger has written it",
      "and that the ledger is the one that was verified before. immudb proves",
      "neither that a record is absent nor that there is no newer one."
    })
final class VerifyCommand extends VerifyFrame {
  @Mixin private Database database;

  @Override
  protected Checked verify() throws CheckFailed, UnprovedAbsence, IOException {
    try (Immudb client = database.open()) {
      byte[] at = StateKey.of(table, key);
      if (client.get(at).value().isEmpty()) {
        throw new UnprovedAbsence(
            key + ": absent, says the server; immudb has no proof of absence");
      }
      Verified verified = client.verifiedGet(at, 0);
      return new Checked(
          Optional.of(lines(verified)),
          "verified: written by transaction %d, in the ledger up to transaction %d; proof of %d bytes"
              .formatted(verified.tx(), verified.state().tx(), verified.proofBytes()));
    } catch (ProofFailed e) {
      throw new CheckFailed(e.getMessage());
    } catch (CallFailed e) {
      throw new CheckFailed("the server says: " + e.getMessage());
    }
  }

  private static List<String> lines(Verified verified) throws CheckFailed {
    try {
      return RecordText.lines(verified.value());
    } catch (IllegalArgumentException e) {
      throw new CheckFailed(
          "transaction %d has written no record: %s".formatted(verified.tx(), e.getMessage()));
    }
  }
}
