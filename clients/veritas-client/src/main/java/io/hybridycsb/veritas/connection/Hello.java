package io.hybridycsb.veritas.connection;

import io.grpc.Metadata;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.signing.SignedMessages;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A header by which a peer shows its key when it opens a stream: public key (32) ‖ time (8,
 * milliseconds since 1970) ‖ signature (64). It gives no rights, but room: a node doesn't take much
 * from a peer without one. It is signed for one node and counts for some minutes, so whoever can
 * read along may pass for the peer there for so long.
 *
 * @param cluster the name that signatures are bound to
 * @param node the name of the node that it is shown to
 */
public record Hello(String cluster, String node, InstantSource clock) {
  private static final Metadata.Key<byte[]> HEADER =
      Metadata.Key.of("veritas-hello-bin", Metadata.BINARY_BYTE_MARSHALLER);
  private static final int BYTES = Ed25519.PUBLIC_KEY_BYTES + Long.BYTES + Ed25519.SIGNATURE_BYTES;

  /** Clocks may differ by so much. */
  private static final long AGE_MS_MAX = Duration.ofMinutes(5).toMillis();

  /** The headers of a stream that the owner of a key opens now. */
  public Metadata by(SigningKey key) {
    long now = clock.millis();
    byte[] hello =
        ByteBuffer.allocate(BYTES)
            .put(key.publicKey())
            .putLong(now)
            .put(key.sign(SignedMessages.hello(cluster, node, now)))
            .array();
    Metadata headers = new Metadata();
    headers.put(HEADER, hello);
    return headers;
  }

  /**
   * The public key that a stream's headers show; empty if they have no hello, or that of a key that
   * isn't known. Signatures of known keys alone are checked.
   *
   * @param isKnown whether a public key is a client's or a node's
   * @throws IllegalArgumentException if they have one that isn't good; the message says why
   */
  public Optional<byte[]> shownBy(Metadata headers, Predicate<byte[]> isKnown) {
    byte[] hello = headers.get(HEADER);
    if (hello == null) {
      return Optional.empty();
    }
    if (hello.length != BYTES) {
      throw new IllegalArgumentException(
          "a hello has %d bytes, not %d".formatted(BYTES, hello.length));
    }
    byte[] key = Arrays.copyOf(hello, Ed25519.PUBLIC_KEY_BYTES);
    long time = ByteBuffer.wrap(hello).getLong(Ed25519.PUBLIC_KEY_BYTES);
    long age = clock.millis() - time;
    if (age < -AGE_MS_MAX || age > AGE_MS_MAX) {
      throw new IllegalArgumentException(
          "the clocks of the two sides differ by %d s; at most %d are allowed"
              .formatted(Math.abs(age / 1_000), AGE_MS_MAX / 1_000));
    }
    if (!isKnown.test(key)) {
      return Optional.empty();
    }
    byte[] signature =
        Arrays.copyOfRange(hello, Ed25519.PUBLIC_KEY_BYTES + Long.BYTES, hello.length);
    if (!Ed25519.verify(key, SignedMessages.hello(cluster, node, time), signature)) {
      throw new IllegalArgumentException(
          "the hello's signature is not good for %s of %s".formatted(node, cluster));
    }
    return Optional.of(key);
  }
}
