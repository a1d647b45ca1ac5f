package io.hybridycsb.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

class ProgramTest {
  private static final Program PROGRAM = Program.of("some-tool", Works.class, Fails.class);

  @Command(name = "works")
  static final class Works implements Callable<Integer> {
    @Option(names = "--status", required = true)
    private int status;

    @Override
    public Integer call() {
      return status;
    }
  }

  @Command(name = "fails")
  static final class Fails implements Callable<Integer> {
    @Override
    public Integer call() {
      throw new IllegalStateException("it can't be done\n  at all");
    }
  }

  private static String errorsOf(int expected, String... args) {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, UTF_8));
    try {
      assertThat(PROGRAM.run(args)).isEqualTo(expected);
    } finally {
      System.setErr(before);
    }
    return printed.toString(UTF_8);
  }

  @Test
  void aCommandsStatusIsTheTools() {
    assertThat(errorsOf(7, "works", "--status", "7")).isEmpty();
  }

  @Test
  void aFailureIsOneLineAndStatus1() {
    assertThat(errorsOf(1, "fails")).isEqualToIgnoringNewLines("some-tool: it can't be done");
  }

  @Test
  void wrongUsageIsOneLineAndStatus2AndWhatWasTypedIsNotRepeated() {
    assertThat(errorsOf(2))
        .isEqualToIgnoringNewLines("some-tool: a command is expected (see --help)");
    assertThat(errorsOf(2, "works"))
        .isEqualToIgnoringNewLines(
            "some-tool: Missing required option: '--status=<status>' (see --help)");
    assertThat(errorsOf(2, "works", "--status=1", "--password=s3cret"))
        .contains("--password")
        .doesNotContain("s3cret");
  }
}
