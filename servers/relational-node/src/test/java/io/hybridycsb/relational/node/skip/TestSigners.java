package io.hybridycsb.relational.node.skip;

import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Four validators of cluster {@code shop}, all of the same power. */
public final class TestSigners {
  private final List<SigningKey> keys = new ArrayList<>();
  private final SkipSigners signers;

  public TestSigners() {
    this(1, 1, 1, 1);
  }

  TestSigners(long... powers) {
    List<SkipSigners.Signer> all = new ArrayList<>();
    for (long power : powers) {
      keys.add(Ed25519.generate());
      all.add(
          new SkipSigners.Signer(
              "node" + keys.size(), keys.get(keys.size() - 1).publicKey(), power));
    }
    signers = new SkipSigners("validators", "shop-1", all);
  }

  public SkipSigners signers() {
    return signers;
  }

  SigningKey key(int number) {
    return keys.get(number - 1);
  }

  /** A decision by some of them, from 1. */
  public SkipDecision decision(long height, String digest, int... numbers) {
    SkipDecision decision =
        new SkipDecision(new SkipStatement("shop", "shop-1", height, digest), new TreeMap<>());
    for (int number : numbers) {
      decision = decision.signedBy(key(number), signers);
    }
    return decision;
  }

  /** What a node follows that has this decision. */
  public Skips skips(SkipDecision decision) {
    return Skips.of(signers, "shop", List.of(decision));
  }
}
