package io.hybridycsb.ethereum.chain;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How those who seal a chain's blocks agree. */
public enum Consensus {
  /** Each block has one sealer; the chain may change its newest blocks (EIP-225). */
  CLIQUE,
  /** Crash faults; blocks have no seals of others than their maker. */
  RAFT,
  /** Byzantine faults; Istanbul BFT. */
  IBFT,
  /** Byzantine faults; its successor, QBFT. */
  QBFT;

  /** The word that users write. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether a block that is in a chain stays there. */
  public boolean isFinal() {
    return this != CLIQUE;
  }

  /** Whether a block carries the seals of most sealers. */
  public boolean isSealedByMost() {
    return this == IBFT || this == QBFT;
  }

  /** The price of gas in wei: the lowest that geth takes, or none, as GoQuorum wants it. */
  public long gasPrice() {
    return this == CLIQUE ? 1 : 0;
  }

  /**
   * How many sealers must have sealed a block: under IBFT and QBFT two thirds, rounded up.
   *
   * @param sealers all there are
   */
  public int sealsNeeded(int sealers) {
    return switch (this) {
      case CLIQUE -> 1;
      case RAFT -> 0;
      case IBFT, QBFT -> (2 * sealers + 2) / 3;
    };
  }

  /**
   * The consensus of that word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Consensus of(String word) {
    return Arrays.stream(values())
        .filter(each -> each.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a consensus is one of %s, not '%s'"
                        .formatted(
                            Arrays.stream(values())
                                .map(Consensus::word)
                                .collect(Collectors.joining(", ")),
                            word)));
  }
}
