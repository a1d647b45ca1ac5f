package io.hybridycsb.harness.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FetchedArchiveTest {
  @TempDir Path directory;
  private Path output;

  private FetchedArchive archive(TarArchiveEntry... entries) throws IOException {
    Path archive = directory.resolve("fetched.tar");
    byte[] content = "content".getBytes(StandardCharsets.US_ASCII);
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(archive))) {
      for (TarArchiveEntry entry : entries) {
        entry.setSize(entry.isFile() ? content.length : 0);
        tar.putArchiveEntry(entry);
        if (entry.isFile()) {
          tar.write(content);
        }
        tar.closeArchiveEntry();
      }
    }
    return new FetchedArchive("host7", archive);
  }

  private static TarArchiveEntry link(byte kind) {
    TarArchiveEntry link = new TarArchiveEntry("./client1.times", kind);
    link.setLinkName("/etc/hostname");
    return link;
  }

  @BeforeEach
  void anotherHostsFileIsThere() throws IOException {
    output = Files.createDirectory(directory.resolve("output"));
    Files.writeString(output.resolve("client2.out"), "another's");
    Files.writeString(output.resolve("client1.out"), "seen here");
  }

  private void unpack(FetchedArchive archive) {
    archive.unpackInto(output, List.of("client1", "client7"));
  }

  private void assertNothingUnpacked() throws IOException {
    try (Stream<Path> files = Files.list(output)) {
      assertThat(files)
          .extracting(file -> file.getFileName().toString())
          .containsExactlyInAnyOrder("client1.out", "client2.out");
    }
    assertThat(output.resolve("client1.out")).hasContent("seen here");
    assertThat(output.resolve("client2.out")).hasContent("another's");
    assertThat(directory.resolve("outside")).doesNotExist();
  }

  private void assertRefused(FetchedArchive archive, String what) throws IOException {
    assertThatThrownBy(() -> unpack(archive))
        .isInstanceOf(HarnessException.class)
        .hasMessage("host7 sends " + what + ": nothing of it is unpacked");
    assertNothingUnpacked();
  }

  @Test
  void newFilesOfTheHostsOwnClientsAreUnpackedAndNoOthers() throws Exception {
    unpack(
        archive(
            new TarArchiveEntry("./"),
            new TarArchiveEntry("./client1-READ.hdr"),
            new TarArchiveEntry("./below/"),
            new TarArchiveEntry("./below/client7.times"),
            new TarArchiveEntry("./client2.out"),
            new TarArchiveEntry("./client11.out"),
            new TarArchiveEntry("./run.json")));

    assertThat(output.resolve("client1-READ.hdr")).hasContent("content");
    assertThat(output.resolve("below/client7.times")).hasContent("content");
    assertThat(output.resolve("client2.out")).hasContent("another's");
    assertThat(output.resolve("client11.out")).doesNotExist();
    assertThat(output.resolve("run.json")).doesNotExist();
  }

  static Stream<TarArchiveEntry> whatIsNoFileOfTheOutput() {
    return Stream.of(
        new TarArchiveEntry("../outside"),
        new TarArchiveEntry("/tmp/outside", true),
        new TarArchiveEntry("..\\outside"));
  }

  @ParameterizedTest
  @MethodSource("whatIsNoFileOfTheOutput")
  void whatIsNotBelowTheOutputIsRefusedBeforeAnythingIsUnpacked(TarArchiveEntry other)
      throws Exception {
    assertRefused(
        archive(new TarArchiveEntry("./client1.first"), other),
        other.getName() + ", which is no file below its output");
  }

  static Stream<TarArchiveEntry> whatIsNoPlainFile() {
    return Stream.of(
        link(TarConstants.LF_SYMLINK),
        link(TarConstants.LF_LINK),
        new TarArchiveEntry("./client1.pipe", TarConstants.LF_FIFO),
        new TarArchiveEntry("./client1.whole", TarConstants.LF_CONTIG),
        new TarArchiveEntry("./client1.volume", (byte) 'V'));
  }

  @ParameterizedTest
  @MethodSource("whatIsNoPlainFile")
  void whatIsNoPlainFileIsRefusedBeforeAnythingIsUnpacked(TarArchiveEntry other) throws Exception {
    assertRefused(
        archive(new TarArchiveEntry("./client1.first"), other),
        other.getName() + ", which is no plain file");
  }

  @Test
  void aFileThatIsThereIsNotReplaced() throws Exception {
    assertRefused(
        archive(new TarArchiveEntry("./client1.first"), new TarArchiveEntry("./client1.out")),
        "client1.out, which is there already");
    assertRefused(
        archive(new TarArchiveEntry("./client1.first"), new TarArchiveEntry("client1.first")),
        "client1.first, which is there already");
  }

  @Test
  void whatCannotBeWrittenLeavesNothingHalfUnpacked() throws Exception {
    FetchedArchive archive =
        archive(
            new TarArchiveEntry("./client1.first"),
            new TarArchiveEntry("./client1.a"),
            new TarArchiveEntry("./client1.a/client1.b"));

    assertThatThrownBy(() -> unpack(archive))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("host7 sends ");
    assertNothingUnpacked();
  }

  @Test
  void aNulInALongNameIsRefused() throws Exception {
    byte[] record = "19 path=client1.\0a\n".getBytes(StandardCharsets.US_ASCII);
    Path archive = directory.resolve("fetched.tar");
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(Files.newOutputStream(archive))) {
      TarArchiveEntry pax = new TarArchiveEntry("pax", TarConstants.LF_PAX_EXTENDED_HEADER_LC);
      pax.setSize(record.length);
      tar.putArchiveEntry(pax);
      tar.write(record);
      tar.closeArchiveEntry();
      tar.putArchiveEntry(new TarArchiveEntry("client1.a"));
      tar.closeArchiveEntry();
    }
    assertRefused(
        new FetchedArchive("host7", archive), "client1.?a, which is no file below its output");
  }

  /** Nothing of the archive but its header is written: the file has a hole. */
  private FetchedArchive claiming(byte type, long bytes) throws IOException {
    TarArchiveEntry entry = new TarArchiveEntry("././@LongLink", type);
    entry.setSize(bytes);
    byte[] header = new byte[512];
    entry.writeEntryHeader(header);
    Path archive = directory.resolve("claiming.tar");
    try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
      file.write(header);
      file.setLength(512 + bytes + 1024);
    }
    return new FetchedArchive("host7", archive);
  }

  @ParameterizedTest
  @ValueSource(chars = {'L', 'x', 'g'})
  void aNameThatDoesNotFitIntoMemoryIsRefused(char type) throws Exception {
    assertRefused(claiming((byte) type, 1536L << 20), "a name or a pax header of more than 64 KiB");
  }

  @Test
  void aPaxHeaderThatHidesTheNextHeaderIsRefused() throws Exception {
    TarArchiveEntry entry = new TarArchiveEntry("client1.a");
    entry.addPaxHeader("comment", "size=0");
    assertRefused(archive(entry), "a pax header with a size");
  }

  @Test
  void whatIsNoArchiveIsRefused() throws Exception {
    Path file = directory.resolve("fetched.tar");
    for (int bytes : new int[] {0, 700, 2048}) {
      Files.write(file, "x".repeat(bytes).getBytes(StandardCharsets.US_ASCII));
      assertRefused(
          new FetchedArchive("host7", file),
          bytes == 0 ? "no whole tar archive" : "no tar archive");
    }
    FetchedArchive archive = archive(new TarArchiveEntry("client1.a"));
    try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
      cut.setLength(700);
    }
    assertRefused(archive, "no whole tar archive");
  }
}
