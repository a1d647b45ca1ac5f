package io.hybridycsb.immudb.command;

import io.hybridycsb.commands.VerifyFrame;
import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.Verified;
import io.hybridycsb.records.RecordText;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.VerificationFailed;
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
  protected Checked verify() throws UnprovedAbsence, IOException {
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
    } catch (CallFailed e) {
      throw new VerificationFailed("the server says: " + e.getMessage());
    }
  }

  private static List<String> lines(Verified verified) {
    try {
      return RecordText.lines(verified.value());
    } catch (IllegalArgumentException e) {
      throw new VerificationFailed(
          "transaction %d has written no record: %s".formatted(verified.tx(), e.getMessage()));
    }
  }
}
