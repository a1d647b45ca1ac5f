package io.hybridycsb.quorum.command;

import io.hybridycsb.commands.Program;

/** The program of these commands. */
public final class QuorumMain {
  private QuorumMain() {}

  public static Program program() {
    return Program.of(
        "quorum",
        new NetworkCommand(),
        new VerifyCommand(),
        new AuditCommand(),
        new RepairLogCommand());
  }

  public static void main(String[] args) {
    Program.main(args, QuorumMain::program);
  }
}
