package io.hybridycsb.veritas.core.spi;

/**
 * Holds the latest value of every key.
 *
 * <p>One thread writes; any number of threads read at the same time. A read returns, for each key
 * on its own, the value before or after a batch that is being applied, never a mixture. What is
 * lost here is rebuilt from the ledger, so an implementation need not be durable, but {@link
 * #appliedHeight} must never be ahead of what it holds.
 *
 * <p>Every method throws {@link StoreException} when the database can't be reached or answers
 * wrongly, with the database's address in its message. Once a database has lost confirmed data
 * while a node uses it, every method but {@link #clear} and {@link #close} throws {@link
 * StateLostException}.
 */
public interface StateStore extends StateReader, AutoCloseable {

  /**
   * Applies a batch and remembers its height. After a crash in the middle, {@link #appliedHeight}
   * still tells the height before the batch; the caller then applies the same batch, or all batches
   * since, once more. The same holds after a {@link StoreException}, when it isn't known whether
   * the batch was applied.
   *
   * @throws IllegalArgumentException if the batch's height is below {@link #appliedHeight}
   * @throws StateFullException if the store has reached a bound of its own
   */
  void apply(StateBatch batch);

  /** The height of the last batch that was applied completely; 0 when there was none. */
  long appliedHeight();

  /** Removes everything; {@link #appliedHeight} is 0 afterwards. */
  void clear();

  /** A short name with the address, for messages: {@code redis 127.0.0.1:6379}. */
  String describe();

  @Override
  void close();
}
