package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

class RecordCommandsTest {
  private static CommandLine.ParseResult get(String height) {
    return new CommandLine(new RecordCommands.Get())
        .parseArgs("--config", "client.properties", "user1", "--at", height);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 42, 999_999_999_999_999_999L})
  void aHeightIsAWholeNumber(long height) {
    assertThat(get(Long.toString(height)).matchedOptionValue("--at", 0L)).isEqualTo(height);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "+1", "1.5", "12a", "newest", "", "9999999999999999999"})
  void anythingElseIsNone(String height) {
    assertThatThrownBy(() -> get(height))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "Invalid value for option '--at': a height is a whole number, 1 for the first block,"
                + " not '"
                + height
                + "'");
  }

  @Test
  void withoutOneThePresentIsMeant() {
    assertThat(
            new CommandLine(new RecordCommands.Get())
                .parseArgs("--config", "client.properties", "user1")
                .hasMatchedOption("--at"))
        .isFalse();
  }
}
