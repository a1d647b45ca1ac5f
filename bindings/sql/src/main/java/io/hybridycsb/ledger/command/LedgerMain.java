package io.hybridycsb.ledger.command;

import io.hybridycsb.commands.Program;

/** The program of these commands. */
public final class LedgerMain {
  private LedgerMain() {}

  public static Program program() {
    return Program.of("postgresql-ledger", new VerifyCommand(), new AuditCommand());
  }

  public static void main(String[] args) {
    Program.main(args, LedgerMain::program);
  }
}
