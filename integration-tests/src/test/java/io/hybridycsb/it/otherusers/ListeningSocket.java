package io.hybridycsb.it.otherusers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A socket at which a process waits for others, as Linux tells it.
 *
 * @param protocol {@code tcp} or {@code udp}
 */
public record ListeningSocket(String protocol, InetAddress address, int port) {
  private static final Path PROC = Path.of("/proc");
  private static final String LISTENS = "0A";

  /** A UDP socket without a peer takes packets of everybody. */
  private static final String WITHOUT_PEER = "07";

  private static final int ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  /** Whether other machines may reach it. */
  public boolean isBeyondLoopback() {
    return !address.isLoopbackAddress();
  }

  /** Those of processes with these ids. */
  public static List<ListeningSocket> of(Collection<Long> pids) {
    try {
      Set<String> inodes = new HashSet<>();
      for (long pid : pids) {
        addInodes(pid, inodes);
      }
      List<ListeningSocket> sockets = new ArrayList<>();
      for (String protocol : List.of("tcp", "tcp6", "udp", "udp6")) {
        Path table = PROC.resolve("net").resolve(protocol);
        if (Files.exists(table)) {
          Files.readAllLines(table).stream()
              .skip(1)
              .map(line -> line.strip().split("\\s+", -1))
              .filter(columns -> inodes.contains(columns[INODE]))
              .filter(columns -> columns[STATE].equals(waiting(protocol)))
              .forEach(columns -> sockets.add(read(protocol.substring(0, 3), columns[ADDRESS])));
        }
      }
      return sockets;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String waiting(String protocol) {
    return protocol.startsWith("tcp") ? LISTENS : WITHOUT_PEER;
  }

  private static void addInodes(long pid, Set<String> inodes) throws IOException {
    Path descriptors = PROC.resolve(Long.toString(pid)).resolve("fd");
    try (DirectoryStream<Path> files = Files.newDirectoryStream(descriptors)) {
      for (Path file : files) {
        String target = target(file);
        if (target.startsWith("socket:[")) {
          inodes.add(target.substring("socket:[".length(), target.length() - 1));
        }
      }
    } catch (NoSuchFileException e) {
      // The process has ended meanwhile, and has no sockets.
    }
  }

  private static String target(Path file) throws IOException {
    try {
      return Files.readSymbolicLink(file).toString();
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  /**
   * Reads what stands for an address in the kernel's tables.
   *
   * @param text words of 32 bits in hex, in this machine's order of bytes, a colon, and the port
   */
  static ListeningSocket read(String protocol, String text) {
    int colon = text.indexOf(':');
    ByteBuffer address = ByteBuffer.allocate(colon / 2);
    for (int i = 0; i < colon; i += 8) {
      address.putInt(Integer.reverseBytes(Integer.parseUnsignedInt(text, i, i + 8, 16)));
    }
    try {
      return new ListeningSocket(
          protocol,
          InetAddress.getByAddress(address.array()),
          Integer.parseInt(text, colon + 1, text.length(), 16));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("'%s' is no address".formatted(text), e);
    }
  }
}
