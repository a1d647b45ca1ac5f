package io.hybridycsb.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnixSocketsTest {
  @TempDir private Path directory;

  @Test
  void aListenerIsFoundAlsoByALongPathAndTheFileOfADeadOneIsNone() throws IOException {
    Path deep = Files.createDirectories(directory.resolve("d".repeat(150)));
    Path name = Path.of("s");
    assertThat(UnixSockets.isListenedTo(deep.resolve(name))).isFalse();
    Path link = Files.createSymbolicLink(directory.resolve("l"), deep);
    try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      listener.bind(UnixDomainSocketAddress.of(link.resolve(name)));
      assertThat(UnixSockets.isListenedTo(deep.resolve(name))).isTrue();
      assertThat(UnixSockets.isListenedTo(link.resolve(name))).isTrue();
    }
    assertThat(deep.resolve(name)).exists();
    assertThat(UnixSockets.isListenedTo(deep.resolve(name))).isFalse();
  }
}
