package io.hybridycsb.immudb.command;

import io.hybridycsb.immudb.client.CallFailed;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.Verified;
import io.hybridycsb.immudb.proof.ProofFailed;
import io.hybridycsb.records.RecordText;
import io.hybridycsb.records.StateKey;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads a record and checks its proof. */
@Command(
    name = "verify",
    description = {
      "Reads a record, and checks that a transaction of the ledger has written it",
      "and that the ledger is the one that was verified before. immudb proves",
      "neither that a record is absent nor that there is no newer one."
    },
    mixinStandardHelpOptions = true)
final class VerifyCommand implements Callable<Integer> {
  @Mixin private Database database;

  @Option(
      names = "--table",
      defaultValue = "usertable",
      description = "The key's table (default: ${DEFAULT-VALUE}).")
  private String table;

  @Parameters(paramLabel = "KEY")
  private String key;

  @Override
  public Integer call() throws IOException {
    try (Immudb client = database.open()) {
      byte[] at = StateKey.of(table, key);
      if (client.get(at).value().isEmpty()) {
        System.out.println(key + ": absent, says the server; immudb has no proof of absence");
        return 1;
      }
      Verified verified = client.verifiedGet(at, 0);
      List<String> lines;
      try {
        lines = RecordText.lines(verified.value());
      } catch (IllegalArgumentException e) {
        return failed(
            "transaction %d has written no record: %s".formatted(verified.tx(), e.getMessage()));
      }
      System.out.println(key);
      lines.forEach(System.out::println);
      System.out.printf(
          "verified: written by transaction %d, in the ledger up to transaction %d; proof of %d"
              + " bytes%n",
          verified.tx(), verified.state().tx(), verified.proofBytes());
      return 0;
    } catch (ProofFailed e) {
      return failed(e.getMessage());
    } catch (CallFailed e) {
      return failed("the server says: " + e.getMessage());
    }
  }

  private static int failed(String reason) {
    System.out.println("verification failed: " + reason);
    return 1;
  }
}
