package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.client.ReadLevel;
import io.hybridycsb.ycsb.support.Terminator;

/**
 * YCSB binding {@code veritas-tm}: Veritas with a CometBFT chain as its shared log. Its properties
 * are those of {@link VeritasProperties}, what its operations do is told at {@link VeritasDb}.
 * Reads are {@code session} where nothing else is asked for.
 */
public final class VeritasTmClient extends VeritasDb {
  /** Called by YCSB, once for each thread. */
  public VeritasTmClient() {
    this(Terminator.EXIT);
  }

  VeritasTmClient(Terminator terminator) {
    super("veritas-tm", ReadLevel.SESSION, terminator);
  }
}
