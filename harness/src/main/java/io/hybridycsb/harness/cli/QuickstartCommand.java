package io.hybridycsb.harness.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

@Command(name = "quickstart")
final class QuickstartCommand implements Callable<Integer> {
  @Override
  public Integer call() {
    return 1;
  }
}
