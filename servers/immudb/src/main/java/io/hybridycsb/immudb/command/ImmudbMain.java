package io.hybridycsb.immudb.command;

import io.hybridycsb.tools.Tool;
import java.util.List;

/** The program of these commands. */
public final class ImmudbMain {
  public static final Tool TOOL =
      new Tool("immudb", List.of(CreateCommand.class, VerifyCommand.class, AuditCommand.class));

  private ImmudbMain() {}

  public static void main(String[] args) {
    System.exit(TOOL.run(args));
  }
}
