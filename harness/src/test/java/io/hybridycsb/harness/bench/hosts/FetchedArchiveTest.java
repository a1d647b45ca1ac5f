package io.hybridycsb.harness.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FetchedArchiveTest {
  @TempDir Path directory;

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

  @Test
  void filesAndDirectoriesAreUnpacked() throws Exception {
    Path output = Files.createDirectory(directory.resolve("output"));

    archive(
            new TarArchiveEntry("./"),
            new TarArchiveEntry("./client1-READ.hdr"),
            new TarArchiveEntry("./below/"),
            new TarArchiveEntry("./below/file"))
        .unpackInto(output);

    assertThat(output.resolve("client1-READ.hdr")).hasContent("content");
    assertThat(output.resolve("below/file")).hasContent("content");
  }

  static Stream<TarArchiveEntry> whatIsNoFileOfTheOutput() {
    return Stream.of(
        link(TarConstants.LF_SYMLINK),
        link(TarConstants.LF_LINK),
        new TarArchiveEntry("./pipe", TarConstants.LF_FIFO),
        new TarArchiveEntry("../outside"),
        new TarArchiveEntry("/tmp/outside", true));
  }

  @ParameterizedTest
  @MethodSource("whatIsNoFileOfTheOutput")
  void anythingElseIsRefusedBeforeAnythingIsUnpacked(TarArchiveEntry other) throws Exception {
    Path output = Files.createDirectory(directory.resolve("output"));
    FetchedArchive archive = archive(new TarArchiveEntry("./first"), other);

    assertThatThrownBy(() -> archive.unpackInto(output))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "host7 sends %s, which is no file below its output: nothing of it is unpacked"
                .formatted(other.getName()));
    assertThat(output).isEmptyDirectory();
    assertThat(directory.resolve("outside")).doesNotExist();
  }
}
