package io.hybridycsb.immudb.command;

import io.hybridycsb.commands.AuditFrame;
import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.verification.VerificationFailed;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reads the whole ledger, and compares the index with it. */
@Command(
    description = {
      "Reads the ledger from its first transaction on, and computes every hash",
      "and root again. Compares each value with its hash, the index with the",
      "ledger, and the ledger with the state that a client has verified before."
    })
final class AuditCommand extends AuditFrame {
  @Mixin private Database database;

  @Override
  protected List<String> audit() throws IOException {
    try (Immudb client = database.open()) {
      return audit(client);
    } catch (VerificationFailed e) {
      findings.add(e.getMessage());
    } catch (CallFailed e) {
      findings.add("the server doesn't answer: " + e.getMessage());
    }
    return List.of();
  }

  private List<String> audit(Immudb client) {
    State state = client.state();
    NewestWrites newest = new NewestWrites();
    LedgerReplay replay = new LedgerReplay(client, newest, findings, progress);
    if (!replay.readTo(state)) {
      return List.of();
    }
    System.out.println(
        "%s: %d transactions, %d records".formatted(database.name(), state.tx(), newest.count()));
    new IndexComparison(client, newest, findings, progress, Clock.systemUTC())
        .compare(state, replay);
    return List.of("committed writes: " + state.tx(), "audit passed");
  }
}
