package io.hybridycsb.immudb.command;

import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.proof.ProofFailed;
import io.hybridycsb.immudb.proof.State;
import io.hybridycsb.tools.Findings;
import java.io.IOException;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Reads the whole ledger, and compares the index with it. */
@Command(
    name = "audit",
    description = {
      "Reads the ledger from its first transaction on, and computes every hash",
      "and root anew. Compares each value with its hash, the index with the",
      "ledger, and the ledger with the state that a client has verified before."
    },
    mixinStandardHelpOptions = true)
final class AuditCommand implements Callable<Integer> {

  @Mixin private Database database;

  private final Findings findings = new Findings();

  @Override
  public Integer call() throws IOException {
    try (Immudb client = database.open()) {
      audit(client);
    } catch (ProofFailed e) {
      findings.add(e.getMessage());
    } catch (CallFailed e) {
      findings.add("the server doesn't answer: " + e.getMessage());
    }
    findings.lines().forEach(System.out::println);
    System.out.println(findings.isEmpty() ? "audit passed" : "audit failed");
    return findings.isEmpty() ? 0 : 1;
  }

  private void audit(Immudb client) throws ProofFailed {
    State state = client.state();
    NewestWrites newest = new NewestWrites();
    LedgerReplay replay = new LedgerReplay(client, newest, findings);
    if (!replay.readTo(state)) {
      return;
    }
    System.out.println(
        "%s: %d transactions, %d records".formatted(database.name(), state.tx(), newest.count()));
    new IndexComparison(client, newest, findings, Clock.systemUTC()).compare(state, replay);
    System.out.println("committed writes: " + state.tx());
  }
}
