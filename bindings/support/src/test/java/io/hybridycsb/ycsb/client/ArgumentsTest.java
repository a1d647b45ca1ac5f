package io.hybridycsb.ycsb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
  @TempDir Path directory;

  @Test
  void theCommandWinsOverFilesAndTheLaterFileOverTheEarlier() throws Exception {
    Path first = Files.writeString(directory.resolve("1"), "a=1\nb=1\nrecordcount=1\n");
    Path second = Files.writeString(directory.resolve("2"), "b=2\nthreadcount=2\n");

    Arguments arguments =
        new Arguments(
            "-t", "-p", "a=x=y", "-P", first.toString(), "-threads", "3", "-P", second.toString());

    assertThat(arguments.properties())
        .containsEntry("a", "x=y")
        .containsEntry("b", "2")
        .containsEntry("recordcount", "1")
        .containsEntry("threadcount", "3")
        .containsEntry("dotransactions", "true");
  }

  @Test
  void ycsbGetsWhatItWasGivenAndWhatIsChanged() throws Exception {
    String file = Files.writeString(directory.resolve("1"), "a=1\n").toString();
    Properties changed = new Properties();
    changed.setProperty("recordcount", "8");

    assertThat(new Arguments("-load", "-P", file, "-s").with(changed))
        .containsExactly("-load", "-P", file, "-s", "-p", "recordcount=8");
  }

  @Test
  void whatCanBeReadOnceOnlyIsCopiedForYcsb() {
    Arguments arguments = new Arguments("-P", "/dev/null");
    Path copy = Path.of(arguments.with(new Properties())[1]);

    assertThat(copy).isNotEqualTo(Path.of("/dev/null")).isRegularFile();
    arguments.removeCopies();
    assertThat(copy).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "--threads 4, unknown option '--threads'",
    "-threads, -threads takes a value",
    "-p recordcount, 'takes NAME=VALUE, not ''recordcount'''",
    "-P /no/file, cannot read /no/file"
  })
  void whatYcsbWouldExitWithStatusZeroForIsRefused(String words, String line) {
    assertThatThrownBy(() -> new Arguments(words.split(" ")))
        .isInstanceOf(Misuse.class)
        .hasMessageContaining(line);
  }
}
