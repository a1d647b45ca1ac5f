package io.hybridycsb.ledger.command;

import io.hybridycsb.tools.Tool;
import java.util.List;

/** The program of these commands. */
public final class LedgerMain {
  public static final Tool TOOL =
      new Tool("postgresql-ledger", List.of(VerifyCommand.class, AuditCommand.class));

  private LedgerMain() {}

  public static void main(String[] args) {
    System.exit(TOOL.run(args));
  }
}
