package io.hybridycsb.quorum.command;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class AgeOptionTest {
  @ParameterizedTest
  @ValueSource(strings = {"-1", "5s", "31536001"})
  void aLimitOfAgeThatIsNoneIsWrongUsage(String age) {
    assertThatThrownBy(
            () ->
                new CommandLine(new VerifyCommand())
                    .parseArgs("--cluster", "c.json", "user1", "--max-age", age))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "Invalid value for option '--max-age': a limit of age is a number of seconds from 0,"
                + " for none, to 31536000, not '%s'",
            age);
  }
}
