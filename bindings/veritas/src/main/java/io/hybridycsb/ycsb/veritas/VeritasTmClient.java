package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.model.ReadLevel;

/**
 * YCSB binding {@code veritas-tm}: Veritas with a CometBFT chain as its shared log. Its properties
 * are those of {@link VeritasProperties}, its operations are described at {@link VeritasDb}. Reads
 * are {@code session} by default.
 */
public final class VeritasTmClient extends VeritasDb {
  public VeritasTmClient() {
    super("veritas-tm", ReadLevel.SESSION);
  }
}
