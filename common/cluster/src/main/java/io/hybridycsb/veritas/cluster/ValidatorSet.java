package io.hybridycsb.veritas.cluster;

import io.hybridycsb.veritas.crypto.Ed25519;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The validators of a CometBFT chain, which don't change.
 *
 * @param chainId the chain's name; the validators' signatures are bound to it
 */
public record ValidatorSet(String chainId, List<Validator> validators) {

  /**
   * A validator.
   *
   * @param publicKey raw Ed25519 public key, 32 bytes; not the key of the Veritas node beside it
   * @param power its weight among the votes, above zero
   */
  @SuppressWarnings("ArrayRecordComponent") // compared by name only
  public record Validator(String name, byte[] publicKey, long power) {
    public Validator {
      Ed25519.requirePublicKey(publicKey);
    }
  }

  public ValidatorSet {
    validators = List.copyOf(validators);
    Set<String> names = new HashSet<>();
    for (Validator validator : validators) {
      if (validator.power() <= 0) {
        throw new IllegalArgumentException(
            "the \"power\" of validator " + validator.name() + " is a number above 0");
      }
      if (!names.add(validator.name())) {
        throw new IllegalArgumentException("\"validators\" names " + validator.name() + " twice");
      }
    }
    if (validators.isEmpty()) {
      throw new IllegalArgumentException("\"validators\" has at least one of \"members\"");
    }
  }

  /** The sum of all powers. */
  public long totalPower() {
    return validators.stream().mapToLong(Validator::power).sum();
  }
}
