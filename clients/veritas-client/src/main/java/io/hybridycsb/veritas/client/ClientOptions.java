package io.hybridycsb.veritas.client;

import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.verification.AgeLimit;
import io.hybridycsb.veritas.model.ReadLevel;
import java.nio.file.Path;
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
 * @param state the file that keeps, from one process to the next, the newest block that was
 *     verified; empty to begin with whatever the nodes show
 * @param age how old the newest block may be that a verified read is shown; over CometBFT only
 */
public record ClientOptions(
    int timeoutMs,
    int signatureLingerUs,
    int signatureBatchMax,
    Optional<ReadLevel> reads,
    TlsFiles tls,
    Optional<Path> state,
    AgeLimit age) {
  public static final ClientOptions DEFAULT =
      new ClientOptions(
          10_000, 3_000, 256, Optional.empty(), TlsFiles.NONE, Optional.empty(), AgeLimit.NONE);

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
    return new ClientOptions(
        newTimeoutMs, signatureLingerUs, signatureBatchMax, reads, tls, state, age);
  }

  public ClientOptions withReads(ReadLevel newReads) {
    return new ClientOptions(
        timeoutMs, signatureLingerUs, signatureBatchMax, Optional.of(newReads), tls, state, age);
  }

  public ClientOptions withTls(TlsFiles newTls) {
    return new ClientOptions(
        timeoutMs, signatureLingerUs, signatureBatchMax, reads, newTls, state, age);
  }

  public ClientOptions withState(Optional<Path> newState) {
    return new ClientOptions(
        timeoutMs, signatureLingerUs, signatureBatchMax, reads, tls, newState, age);
  }

  public ClientOptions withAge(AgeLimit newAge) {
    return new ClientOptions(
        timeoutMs, signatureLingerUs, signatureBatchMax, reads, tls, state, newAge);
  }
}
