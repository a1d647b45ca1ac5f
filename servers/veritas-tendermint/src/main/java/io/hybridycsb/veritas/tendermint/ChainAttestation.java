package io.hybridycsb.veritas.tendermint;

import io.hybridycsb.cometbft.rpc.CometBftException;
import io.hybridycsb.cometbft.rpc.CometBftRpc;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cometbft.CommitVerifier;
import io.hybridycsb.veritas.cometbft.CommitVerifier.WrongHeader;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.server.audit.BlockAttestation;
import io.hybridycsb.veritas.server.audit.BlockUnderAudit;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Blocks whose hash is the application hash in the chain's next header, signed by more than two
 * thirds of the validators. Any CometBFT may serve the headers; none is trusted.
 */
final class ChainAttestation implements BlockAttestation {
  private static final Duration RPC_DEADLINE = Duration.ofSeconds(5);
  private static final int TRIES = 50;
  private static final long RETRY_MS = 100;

  private final CommitVerifier verifier;
  private final List<CometBftRpc> chains = new ArrayList<>();

  ChainAttestation(ValidatorSet validators, List<InetSocketAddress> rpcs) {
    verifier = new CommitVerifier(validators);
    rpcs.forEach(rpc -> chains.add(new CometBftRpc(rpc, RPC_DEADLINE)));
  }

  @Override
  public int format() {
    return LedgerBlocks.FORMAT_PLACES;
  }

  @Override
  public List<String> check(BlockUnderAudit block, LongFunction<byte[]> hashAt) {
    long next = block.header().getPosition() + 1;
    String lastFault = "no validator answers";
    for (int attempt = 0; attempt < TRIES; attempt++) {
      boolean mayCome = false;
      for (CometBftRpc chain : chains) {
        try {
          Optional<SignedHeader> signed = chain.commit(next);
          if (signed.isEmpty()) {
            mayCome = true;
            lastFault = "the chain has no signed header at height " + next;
            continue;
          }
          CommitVerifier.Verified verified = verifier.check(signed.get());
          if (verified.height() == next) {
            return Arrays.equals(verified.appHash(), block.hash())
                ? List.of()
                : List.of("the validators have signed another block than this one");
          }
          lastFault =
              "a validator shows height %d, and height %d was asked for"
                  .formatted(verified.height(), next);
        } catch (WrongHeader | CometBftException e) {
          lastFault = e.getMessage();
        }
      }
      if (!mayCome || !isWaitedFor()) {
        break;
      }
    }
    return List.of("no signatures of the validators attest it: " + lastFault);
  }

  /** The header after the newest block is signed a moment later. */
  private static boolean isWaitedFor() {
    try {
      Thread.sleep(RETRY_MS);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
