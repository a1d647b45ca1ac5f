package io.hybridycsb.ledger.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.ledger.database.Head;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A file of heads, a line each, as {@code NUMBER:HASH}. Lines are added, and never changed. */
public record HeadFile(Path file) implements HeadStore {
  /** Of some 180,000 heads; an audit has all of them in memory. */
  private static final int BYTES_MAX = 16 * 1024 * 1024;

  /** None if there is no such file. */
  @Override
  public List<Head> read() throws IOException {
    return heads(content());
  }

  private List<Head> heads(String content) throws IOException {
    List<Head> heads = new ArrayList<>();
    for (String line : content.split("\n")) {
      if (!line.isBlank()) {
        heads.add(
            Head.parse(line.strip())
                .orElseThrow(
                    () ->
                        new IOException(
                            file + " has a line that is no head: restore the file, or remove it")));
      }
    }
    return heads;
  }

  private String content() throws IOException {
    if (!Files.exists(file)) {
      return "";
    }
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is no ordinary file, as a file of heads is: name another one");
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(BYTES_MAX + 1);
      if (bytes.length > BYTES_MAX) {
        throw new IOException(
            "%s has more than the %d bytes of a file of heads: name another one, and give this"
                    .formatted(file, BYTES_MAX)
                + " one's last line by --head");
      }
      return new String(bytes, UTF_8);
    }
  }

  /** The same head once more is not added. */
  @Override
  public void add(Head head) throws IOException {
    try {
      String content = content();
      List<Head> heads = heads(content);
      if (!heads.isEmpty() && heads.get(heads.size() - 1).equals(head)) {
        return;
      }
      boolean isEnded = content.isEmpty() || content.endsWith("\n");
      Files.writeString(
          file,
          (isEnded ? "" : "\n") + head + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND,
          StandardOpenOption.SYNC);
    } catch (IOException e) {
      throw new IOException("the head %s is not kept in %s: %s".formatted(head, file, e), e);
    }
  }
}
