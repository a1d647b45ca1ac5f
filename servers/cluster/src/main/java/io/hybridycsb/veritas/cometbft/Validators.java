package io.hybridycsb.veritas.cometbft;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import io.hybridycsb.veritas.cometbft.proto.PublicKey;
import io.hybridycsb.veritas.cometbft.proto.SimpleValidator;
import io.hybridycsb.veritas.crypto.Hashes;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A validator set as CometBFT sees it: members by address, and the hash that headers carry. */
final class Validators {
  private static final int ADDRESS_BYTES = 20;

  /** CometBFT's own bound; below it sums and doubles don't overflow. */
  private static final long POWER_MAX = Long.MAX_VALUE / 8;

  private final Map<ByteString, Validator> byAddress = new HashMap<>();
  private final long totalPower;
  private final byte[] hash;

  /**
   * @throws IllegalArgumentException if two validators have the same key, or their powers together
   *     are above CometBFT's bound
   */
  Validators(ValidatorSet set) {
    long total = 0;
    for (Validator validator : set.validators()) {
      if (byAddress.put(ByteString.copyFrom(address(validator.publicKey())), validator) != null) {
        throw new IllegalArgumentException(
            "validator " + validator.name() + " has another validator's \"publicKey\"");
      }
      if (validator.power() > POWER_MAX - total) {
        throw new IllegalArgumentException(
            "the powers of all validators are together at most " + POWER_MAX);
      }
      total += validator.power();
    }
    totalPower = total;
    hash = hash(set.validators());
  }

  /** The validator with this address, or null. */
  Validator get(ByteString address) {
    return byAddress.get(address);
  }

  int count() {
    return byAddress.size();
  }

  long totalPower() {
    return totalPower;
  }

  /** The {@code validators_hash} of headers that these validators sign, 32 bytes. */
  byte[] hash() {
    return hash;
  }

  /** The first 20 bytes of the key's SHA-256. */
  static byte[] address(byte[] publicKey) {
    return Arrays.copyOf(Hashes.sha256(publicKey), ADDRESS_BYTES);
  }

  /** CometBFT keeps the strongest first, and those of equal power by address. */
  private static byte[] hash(List<Validator> validators) {
    return HeaderHash.root(
        validators.stream()
            .sorted(
                Comparator.comparingLong(Validator::power)
                    .reversed()
                    .thenComparing(v -> address(v.publicKey()), Arrays::compareUnsigned))
            .map(Validators::encoded)
            .toList());
  }

  private static byte[] encoded(Validator validator) {
    return SimpleValidator.newBuilder()
        .setPubKey(PublicKey.newBuilder().setEd25519(ByteString.copyFrom(validator.publicKey())))
        .setVotingPower(validator.power())
        .build()
        .toByteArray();
  }
}
