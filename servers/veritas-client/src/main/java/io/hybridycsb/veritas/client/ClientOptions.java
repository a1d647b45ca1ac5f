package io.hybridycsb.veritas.client;

import io.hybridycsb.tls.TlsFiles;
import java.util.Optional;

/**
 * What can be set on a client.
 *
 * @param timeoutMs how long a call may take in all, trying other nodes included
 * @param signatureLingerUs while many transactions are underway, one batch is signed per so many
 *     microseconds
 * @param signatureBatchMax transactions signed at once at most
 * @param reads how fresh reads are; {@link ReadLevel#defaultFor} the cluster where empty
 * @param tls whom to trust and what to show to nodes and the oracle; without a CA, connections are
 *     plain
 */
public record ClientOptions(
    int timeoutMs,
    int signatureLingerUs,
    int signatureBatchMax,
    Optional<ReadLevel> reads,
    TlsFiles tls) {
  public static final ClientOptions DEFAULT =
      new ClientOptions(10_000, 3_000, 256, Optional.empty(), TlsFiles.NONE);

  public ClientOptions {
    require(timeoutMs, 1, 600_000, "timeoutMs");
    require(signatureLingerUs, 0, 1_000_000, "signatureLingerUs");
    require(signatureBatchMax, 1, 10_000, "signatureBatchMax");
  }

  private static void require(int value, int min, int max, String name) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " is from " + min + " to " + max + ", not " + value);
    }
  }

  public ClientOptions withTimeoutMs(int newTimeoutMs) {
    return new ClientOptions(newTimeoutMs, signatureLingerUs, signatureBatchMax, reads, tls);
  }

  public ClientOptions withReads(ReadLevel newReads) {
    return new ClientOptions(
        timeoutMs, signatureLingerUs, signatureBatchMax, Optional.of(newReads), tls);
  }

  public ClientOptions withTls(TlsFiles newTls) {
    return new ClientOptions(timeoutMs, signatureLingerUs, signatureBatchMax, reads, newTls);
  }
}
