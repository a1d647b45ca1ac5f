package io.hybridycsb.ethereum.chain;

import java.util.HexFormat;

/**
 * An address on a chain, 20 bytes.
 *
 * @param hex in lower case, with 0x
 */
public record Address(String hex) {
  public Address {
    if (!hex.matches("0x[0-9a-f]{40}")) {
      throw new IllegalArgumentException("'%.80s' is not 0x and 40 hex digits".formatted(hex));
    }
  }

  /** The 20 bytes. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex.substring(2));
  }
}
