package io.hybridycsb.relational.node.skip;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * What a decision says: this block is left out.
 *
 * @param cluster its name
 * @param chain what orders its transactions: a new cluster may have the same name
 * @param height of the block
 * @param digest of the block's transactions, 64 hex digits
 */
public record SkipStatement(String cluster, String chain, long height, String digest) {
  private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

  /**
   * @throws IllegalArgumentException if there can't be such a block
   */
  public SkipStatement {
    if (height < 1) {
      throw new IllegalArgumentException("a block's height is 1 or more, not " + height);
    }
    if (!DIGEST.matcher(digest).matches()) {
      throw new IllegalArgumentException(
          "a block's digest has 64 hex digits, as the node's last line shows it, not " + digest);
    }
  }

  /**
   * What is signed. It begins with what it is, so that no signature made for something else is one
   * of it.
   */
  public byte[] signedBytes() {
    return "relational skip\n%s\n%s\n%d\n%s\n"
        .formatted(cluster, chain, height, digest)
        .getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String toString() {
    return "block %d of cluster %s on chain %s, whose transactions have the digest %s"
        .formatted(height, cluster, chain, digest);
  }
}
