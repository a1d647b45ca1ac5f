package io.hybridycsb.harness.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.hosts.Host.Script;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host may send what it likes: its clients' new files are taken, or nothing is. */
class FetchedFilesTest {
  @TempDir Path directory;
  private Path output;

  private FetchedFiles sent(String... names) throws IOException {
    return sending(Stream.of(names).map("7 %s\ncontent"::formatted).collect(Collectors.joining()));
  }

  private FetchedFiles sending(String text) throws IOException {
    return sendingAll(text + "end\n");
  }

  private FetchedFiles sendingAll(String text) throws IOException {
    return new FetchedFiles(
        "host7", Files.writeString(directory.resolve("fetched"), text, StandardCharsets.UTF_8));
  }

  @BeforeEach
  void anotherHostsFileIsThere() throws IOException {
    output = Files.createDirectory(directory.resolve("output"));
    Files.writeString(output.resolve("client2.out"), "another's");
    Files.writeString(output.resolve("client1.out"), "seen here");
  }

  private void take(FetchedFiles files) {
    files.takeInto(output, List.of("client1", "client7"));
  }

  private void assertNothingTaken() throws IOException {
    try (Stream<Path> files = Files.list(output)) {
      assertThat(files)
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrder("client1.out", "client2.out");
    }
    assertThat(output.resolve("client1.out")).hasContent("seen here");
    assertThat(output.resolve("client2.out")).hasContent("another's");
    assertThat(directory.resolve("outside")).doesNotExist();
  }

  private void assertRefused(FetchedFiles files, String what) throws IOException {
    assertThatThrownBy(() -> take(files))
        .isInstanceOf(HarnessException.class)
        .hasMessage("host7 sends " + what + ": nothing of it is taken");
    assertNothingTaken();
  }

  @Test
  void newFilesOfTheHostsOwnClientsAreTakenAndNoOthers() throws Exception {
    take(
        sent(
            "./client1-READ.hdr",
            "./below/client7.times",
            "./client2.out",
            "./client11.out",
            "./run.json"));

    assertThat(output.resolve("client1-READ.hdr")).hasContent("content");
    assertThat(output.resolve("below/client7.times")).hasContent("content");
    assertThat(output.resolve("client2.out")).hasContent("another's");
    assertThat(output.resolve("client11.out")).doesNotExist();
    assertThat(output.resolve("run.json")).doesNotExist();
  }

  @Test
  void whatTheScriptSendsOfPlainFilesIsTakenAsItIs() throws Exception {
    Path below = Files.createDirectories(directory.resolve("there/out/below it"));
    byte[] bytes = {0, '\n', (byte) 0xff, '1', ' '};
    Files.write(below.resolve("client1-ü.hdr"), bytes);
    Files.createFile(below.resolve("client7.empty"));
    Files.createSymbolicLink(below.resolve("client1.link"), Path.of("/etc/hostname"));
    Path fetched = directory.resolve("fetched");
    Process script =
        new ProcessBuilder(Script.of("fetch.sh", directory.resolve("there").toString()).command())
            .redirectOutput(fetched.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();

    assertThat(script.waitFor()).isZero();
    take(new FetchedFiles("host7", fetched));
    assertThat(output.resolve("below it/client1-ü.hdr")).hasBinaryContent(bytes);
    assertThat(output.resolve("below it/client7.empty")).isEmptyFile();
    assertThat(output.resolve("below it/client1.link")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../outside", "/tmp/outside", "..\\outside", "client1.a/", "a//client1.b"})
  void whatIsNotBelowTheOutputIsRefusedBeforeAnythingIsTaken(String other) throws Exception {
    assertRefused(sent("./client1.first", other), other + ", which is no file below its output");
  }

  @Test
  void aFileThatIsThereIsNotReplaced() throws Exception {
    assertRefused(sent("./client1.first", "./client1.out"), "client1.out, which is there already");
    assertRefused(
        sent("./client1.first", "client1.first"), "client1.first, which is there already");
  }

  @Test
  void whatCannotBeWrittenLeavesNothingHalfTaken() throws Exception {
    FetchedFiles files = sent("./client1.first", "./client1.a", "./client1.a/client1.b");

    assertThatThrownBy(() -> take(files))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("host7 sends ");
    assertNothingTaken();
  }

  @Test
  void aNulInANameIsRefused() throws Exception {
    assertRefused(sent("client1.\0a"), "client1.?a, which is no file below its output");
  }

  /** Nothing is written of what is sent: the file has a hole. */
  @Test
  void aNameThatDoesNotFitIntoMemoryIsRefused() throws Exception {
    FetchedFiles files = sending("7 client1.");
    try (RandomAccessFile file = new RandomAccessFile(files.sent().toFile(), "rw")) {
      file.setLength(6L << 30);
      file.seek(file.length());
      file.writeBytes("end\n");
    }
    assertRefused(files, "no size and name where a file should begin");
  }

  @Test
  void whatIsNoFileIsRefused() throws Exception {
    for (String text : List.of("x", "7", "-7 client1.a\n", "client1.a\n")) {
      assertRefused(sending(text), "no size and name where a file should begin");
    }
    assertRefused(sending("8 client1.a\ncontent"), "a file that is cut off");
    assertRefused(sending("999999999999999 client1.a\ncontent"), "a file that is cut off");
  }

  @Test
  void whatHasNoEndIsRefused() throws Exception {
    for (String text :
        List.of("", "en", "7 client1.a\ncontent", "7 client1.a\ncontent7 client1.b\n")) {
      assertRefused(sendingAll(text), "files that are cut off");
    }
  }

  @Test
  void aFileBelowMoreDirectoriesThanClientsMakeIsRefused() throws Exception {
    String name = "a/".repeat(2_000) + "client1.a";
    assertRefused(sent(name), name + ", which is no file below its output");
  }
}
