package io.hybridycsb.cometbft.rpc;

import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cometbft.CommitVerifier;
import io.hybridycsb.veritas.cometbft.CommitVerifier.Verified;
import io.hybridycsb.veritas.cometbft.CommitVerifier.WrongHeader;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The application hashes that more than two thirds of the validators have signed. Any CometBFT may
 * serve the headers; none is trusted.
 */
public final class SignedHeaders {
  private static final Duration RPC_DEADLINE = Duration.ofSeconds(5);
  private static final int TRIES = 50;
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final CommitVerifier verifier;
  private final List<CometBftRpc> chains;

  /**
   * @param chains where each CometBFT answers
   */
  public SignedHeaders(ValidatorSet validators, List<InetSocketAddress> chains) {
    this.verifier = new CommitVerifier(validators);
    this.chains = chains.stream().map(chain -> new CometBftRpc(chain, RPC_DEADLINE)).toList();
  }

  /**
   * The application hash after a block. That of the newest block is signed a moment later.
   *
   * @throws IllegalStateException if nobody has it; says why
   */
  public byte[] appHashAfter(long height) {
    long next = height + 1;
    String last = "no validator answers";
    for (int attempt = 0; attempt < TRIES; attempt++) {
      boolean mayCome = false;
      for (CometBftRpc chain : chains) {
        try {
          Optional<SignedHeader> signed = chain.commit(next);
          if (signed.isPresent()) {
            Verified verified = verifier.check(signed.get());
            if (verified.height() == next) {
              return verified.appHash();
            }
            last =
                "a validator shows height %d, and height %d was asked for"
                    .formatted(verified.height(), next);
          } else {
            mayCome = true;
            last = "the chain has no signed header at height " + next;
          }
        } catch (WrongHeader | CometBftException e) {
          last = e.getMessage();
        }
      }
      if (!mayCome) {
        break;
      }
      LockSupport.parkNanos(PAUSE_NS);
    }
    throw new IllegalStateException(last);
  }
}
