package io.hybridycsb.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.verification.VerificationFailed;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The frames of serve, audit and verify, each with a command as small as can be. */
class FramesTest {
  private static final Property<Integer> SIZE =
      Property.integer("size", 3, 1, 9, "how much it holds");

  private final PrintStream standard = System.out;
  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final List<String> happened = new ArrayList<>();

  FramesTest() {
    System.setOut(new PrintStream(printed, true, UTF_8));
  }

  @AfterEach
  void restore() {
    System.setOut(standard);
  }

  private String printed() {
    return printed.toString(UTF_8).replace(System.lineSeparator(), "\n");
  }

  private final class Serve extends ServeFrame {
    Serve() {
      super(new SettingNames(List.of(SIZE)));
    }

    @Override
    protected RunningServer open(Settings settings, Parts parts) {
      parts.add(() -> happened.add("first closed"));
      parts.add(() -> happened.add("second closed"));
      if (settings.get(SIZE) == 9) {
        throw new IllegalStateException("it is full");
      }
      return new RunningServer() {
        @Override
        public String serve() {
          return "ready with " + settings.get(SIZE);
        }

        @Override
        public void awaitEnd() {
          happened.add("waited");
        }
      };
    }
  }

  private final class Audit extends AuditFrame {
    @Option(names = "--wrong")
    private int wrong;

    @Override
    protected List<String> audit() {
      for (int i = 1; i <= wrong; i++) {
        findings.add("node1", "fault " + i);
      }
      return List.of("audit passed: 4 nodes");
    }
  }

  private static final class Verify extends VerifyFrame {
    @Option(names = "--max-age", converter = AgeConverter.class, defaultValue = "0")
    AgeLimit age;

    @Override
    protected Checked verify() {
      if (key.equals("forged")) {
        throw new VerificationFailed("its hash is wrong\nits seal is wrong");
      }
      return new Checked(
          key.equals("none") ? Optional.empty() : Optional.of(List.of("  field0=" + table)),
          "verified in block 7");
    }
  }

  private int run(String... arguments) {
    return Program.of("p", new Serve(), new Audit(), new Verify()).run(arguments);
  }

  @Test
  void aServerSaysThatItIsReadyAndIsClosedTheOtherWayRound() {
    assertThat(run("serve", "--set", "size=5")).isZero();
    assertThat(printed()).isEqualTo("ready with 5\n");
    assertThat(happened).containsExactly("waited", "second closed", "first closed");
  }

  @Test
  void whatAServerHasOpenedIsClosedIfTheRestCantBeOpened() {
    assertThat(run("serve", "--set", "size=9")).isEqualTo(1);
    assertThat(printed()).isEmpty();
    assertThat(happened).containsExactly("second closed", "first closed");
  }

  @Test
  void theHelpOfServeNamesTheServersProperties() {
    assertThat(new CommandLine(new Serve()).getUsageMessage())
        .contains("--config=FILE", "--set=NAME=VALUE", "size [3]", "log.format [text]");
  }

  @Test
  void anAuditWithFindingsFailsAndSaysNothingOfWhatPassed() {
    assertThat(run("audit")).isZero();
    assertThat(printed()).isEqualTo("audit passed: 4 nodes\n");
    printed.reset();
    assertThat(run("audit", "--wrong", "1")).isEqualTo(1);
    assertThat(printed()).isEqualTo("node1: fault 1\naudit FAILED: 1 finding\n");
    printed.reset();
    assertThat(run("audit", "--wrong", "2")).isEqualTo(1);
    assertThat(printed()).isEqualTo("node1: fault 1\nnode1: fault 2\naudit FAILED: 2 findings\n");
  }

  @Test
  void aVerifiedRecordIsShownWithItsProofPresentOrAbsent() {
    assertThat(run("verify", "user1", "--table", "t")).isZero();
    assertThat(printed()).isEqualTo("user1\n  field0=t\nverified in block 7\n");
    printed.reset();
    assertThat(run("verify", "none")).isZero();
    assertThat(printed()).isEqualTo("none: absent\nverified in block 7\n");
  }

  @Test
  void aFailedCheckSaysAllThatIsWrong() {
    assertThat(run("verify", "forged")).isEqualTo(1);
    assertThat(printed())
        .isEqualTo(
            "verification failed: its hash is wrong\nverification failed: its seal is wrong\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "5s", "31536001"})
  void aLimitOfAgeThatIsNoneIsWrongUsage(String age) {
    assertThatThrownBy(() -> new CommandLine(new Verify()).parseArgs("user1", "--max-age", age))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "Invalid value for option '--max-age': a limit of age is a number of seconds from 0,"
                + " for none, to 31536000, not '%s'",
            age);
  }
}
