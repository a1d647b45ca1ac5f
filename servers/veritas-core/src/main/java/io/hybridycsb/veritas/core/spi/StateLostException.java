package io.hybridycsb.veritas.core.spi;

/**
 * A state store holds less than it has confirmed: it was emptied, or came back from a restart with
 * old data or none. Every call says so until {@link StateStore#clear} is called; the node then
 * applies its ledger's blocks from the first one on.
 */
public final class StateLostException extends StoreException {
  /**
   * @param store what {@link StateStore#describe} tells
   * @param confirmedHeight the height that the store had confirmed
   */
  public StateLostException(String store, long confirmedHeight) {
    super(store + " has lost state that it had confirmed up to height " + confirmedHeight);
  }
}
