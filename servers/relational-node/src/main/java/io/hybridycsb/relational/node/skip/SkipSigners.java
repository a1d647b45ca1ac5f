package io.hybridycsb.relational.node.skip;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Who decides, by more than two thirds of their power.
 *
 * @param title what they are, for messages
 */
public record SkipSigners(String title, List<Signer> signers) {
  /**
   * One of them.
   *
   * @param publicKey raw Ed25519 public key, 32 bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by name only
  public record Signer(String name, byte[] publicKey, long power) {}

  public SkipSigners {
    signers = List.copyOf(signers);
  }

  /** The validators of a chain. */
  public static SkipSigners of(ValidatorSet validators) {
    List<Signer> signers = new ArrayList<>();
    validators
        .validators()
        .forEach(each -> signers.add(new Signer(each.name(), each.publicKey(), each.power())));
    return new SkipSigners("validators", signers);
  }

  /** The nodes of a cluster, all of the same power. */
  public static SkipSigners ofNodes(ClusterConfig cluster) {
    List<Signer> signers = new ArrayList<>();
    cluster.nodes().forEach(each -> signers.add(new Signer(each.name(), each.publicKey(), 1)));
    return new SkipSigners("nodes", signers);
  }

  Optional<Signer> find(String name) {
    return signers.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /**
   * Whose key it is.
   *
   * @throws IllegalArgumentException if nobody's
   */
  Signer ownerOf(byte[] publicKey) {
    return signers.stream()
        .filter(each -> Arrays.equals(each.publicKey(), publicKey))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the key is none of the %s of cluster.json".formatted(title)));
  }

  /** Whether they have more than two thirds of the power. */
  boolean suffice(Collection<String> names) {
    BigInteger all = BigInteger.ZERO;
    BigInteger theirs = BigInteger.ZERO;
    for (Signer each : signers) {
      BigInteger power = BigInteger.valueOf(each.power());
      all = all.add(power);
      theirs = names.contains(each.name()) ? theirs.add(power) : theirs;
    }
    return theirs.multiply(BigInteger.valueOf(3)).compareTo(all.multiply(BigInteger.TWO)) > 0;
  }

  /** So many of them, for people. */
  String shown(Collection<String> names) {
    return "%d of %d %s".formatted(names.size(), signers.size(), title);
  }
}
