package io.hybridycsb.relational.node.skip;

import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Who decides, by more than two thirds of their power.
 *
 * @param title what they are, for messages
 * @param chain what orders the transactions, by its name
 */
public record SkipSigners(String title, String chain, List<Signer> signers) {
  /**
   * One of them.
   *
   * @param publicKey raw Ed25519 public key, 32 bytes
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by name only
  public record Signer(String name, byte[] publicKey, long power) {}

  /**
   * @throws IllegalArgumentException if two have the same key: whose signature is one by it?
   */
  public SkipSigners {
    signers = List.copyOf(signers);
    Map<String, String> owners = new HashMap<>();
    for (Signer each : signers) {
      String other = owners.put(HexFormat.of().formatHex(each.publicKey()), each.name());
      if (other != null) {
        throw new IllegalArgumentException(
            "%s and %s of cluster.json have the same key; each of the %s has its own"
                .formatted(other, each.name(), title));
      }
    }
  }

  /** The validators of a chain. */
  public static SkipSigners of(ValidatorSet validators) {
    List<Signer> signers = new ArrayList<>();
    validators
        .validators()
        .forEach(each -> signers.add(new Signer(each.name(), each.publicKey(), each.power())));
    return new SkipSigners("validators", validators.chainId(), signers);
  }

  /** The nodes of a cluster, all of the same power. */
  public static SkipSigners ofNodes(ClusterConfig cluster, String chain) {
    List<Signer> signers = new ArrayList<>();
    cluster.nodes().forEach(each -> signers.add(new Signer(each.name(), each.publicKey(), 1)));
    return new SkipSigners("nodes", chain, signers);
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
    return power(names).multiply(BigInteger.valueOf(3)).compareTo(power().multiply(BigInteger.TWO))
        > 0;
  }

  private BigInteger power(Collection<String> names) {
    return signers.stream()
        .filter(each -> names.contains(each.name()))
        .map(each -> BigInteger.valueOf(each.power()))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  private BigInteger power() {
    return power(signers.stream().map(Signer::name).toList());
  }

  /** So many of them, for people; with their power, if it isn't the same for all. */
  String shown(Collection<String> names) {
    String heads = "%d of %d %s".formatted(names.size(), signers.size(), title);
    return signers.stream().map(Signer::power).distinct().count() <= 1
        ? heads
        : "%s with %d of %d of the voting power".formatted(heads, power(names), power());
  }
}
