package io.hybridycsb.commands;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** An audit: prints a line for each finding, and has the exit status 1 if there is one. */
@Command(name = "audit", mixinStandardHelpOptions = true)
public abstract class AuditFrame implements Callable<Integer> {
  protected final Findings findings = new Findings();
  protected final Progress progress = new Progress();

  /**
   * Audits, and adds what is wrong to the findings.
   *
   * @return the lines to print if nothing is wrong
   */
  protected abstract List<String> audit() throws Exception;

  @Override
  public Integer call() throws Exception {
    List<String> passed = audit();
    if (findings.isEmpty()) {
      passed.forEach(System.out::println);
      return 0;
    }
    findings.lines().forEach(System.out::println);
    System.out.printf(
        "audit FAILED: %d finding%s%n", findings.count(), findings.count() == 1 ? "" : "s");
    return 1;
  }
}
