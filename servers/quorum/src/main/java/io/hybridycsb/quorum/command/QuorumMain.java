package io.hybridycsb.quorum.command;

import io.hybridycsb.tools.Tool;
import java.util.List;

/** The program of these commands. */
public final class QuorumMain {
  public static final Tool TOOL =
      new Tool(
          "quorum",
          List.of(
              NetworkCommand.class,
              VerifyCommand.class,
              AuditCommand.class,
              RepairLogCommand.class));

  private QuorumMain() {}

  public static void main(String[] args) {
    System.exit(TOOL.run(args));
  }
}
