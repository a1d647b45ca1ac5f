package io.hybridycsb.immudb.command;

import io.hybridycsb.commands.Program;

/** The program of these commands. */
public final class ImmudbMain {
  private ImmudbMain() {}

  public static Program program() {
    return Program.of("immudb", new CreateCommand(), new VerifyCommand(), new AuditCommand());
  }

  public static void main(String[] args) {
    Program.main(args, ImmudbMain::program);
  }
}
