package io.hybridycsb.ethereum.chain;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the contract keeps values. */
public enum Layout {
  /** In its storage, as in the paper. */
  STORAGE("KVStoreStorage"),
  /** Each as the code of a contract of its own, to which the storage points. */
  CODE("KVStoreCode"),
  /** In events only; the storage holds their hashes. */
  LOG("KVStoreLog");

  private final String contract;

  Layout(String contract) {
    this.contract = contract;
  }

  /** The contract's name in its source. */
  public String contract() {
    return contract;
  }

  /** The word that users write. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The layout of that word.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static Layout of(String word) {
    return Arrays.stream(values())
        .filter(layout -> layout.word().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a layout is one of %s, not '%s'"
                        .formatted(
                            Arrays.stream(values())
                                .map(Layout::word)
                                .collect(Collectors.joining(", ")),
                            word)));
  }
}
