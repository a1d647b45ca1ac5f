package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.client.VerifiedRecord;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.model.VeritasRecord;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

  private static VerifiedRecord verified(Optional<VeritasRecord> record) {
    return new VerifiedRecord(record, 7, Hash.of(new byte[32]), 1, 1, 1, Optional.empty());
  }

  @Test
  void statusesTellWhatIsFoundFromWhatIsNotAndFromWhatFailsItsCheck() {
    VerifiedRecord found = verified(Optional.of(new VeritasRecord("k", 1, Map.of())));
    VerifiedRecord none = verified(Optional.empty());
    assertThat(RecordCommands.showPast(found, "t", "k")).isZero();
    assertThat(RecordCommands.showPast(none, "t", "k")).isEqualTo(1);
    assertThat(RecordCommands.showPresent(found, "t", "k")).isZero();
    assertThat(RecordCommands.showPresent(none, "t", "k")).isZero();
    assertThat(new RecordCommands.Get().statusOfFailedCheck()).isEqualTo(3);
    assertThat(new RecordCommands.Verify().statusOfFailedCheck()).isEqualTo(1);
    assertThat(
            ClientCommand.checked(
                3,
                () -> {
                  throw new VerificationFailed("a lie");
                }))
        .isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"get, 1", "get --at 7, 4", "verify, 1"})
  void whatCanNotBeDoneIsToldFromAnAbsenceOnlyWhereThatIsProved(String command, int status) {
    String[] words = (command + " user1 --config no-such-file").split(" ");
    assertThat(VeritasCommand.of(ServeCommandTest.SYSTEM).run(words)).isEqualTo(status);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "1.5", "5s", ""})
  void aLimitOfAgeIsAWholeNumberOfSeconds(String age) {
    assertThatThrownBy(
            () ->
                new CommandLine(new RecordCommands.Verify())
                    .parseArgs("--config", "client.properties", "user1", "--max-age", age))
        .isInstanceOf(ParameterException.class)
        .hasMessage(
            "Invalid value for option '--max-age': a limit of age is a number of seconds from 0,"
                + " for none, to 31536000, not '"
                + age
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
