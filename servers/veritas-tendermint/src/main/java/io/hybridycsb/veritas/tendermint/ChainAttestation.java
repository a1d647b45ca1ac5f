package io.hybridycsb.veritas.tendermint;

import io.hybridycsb.cometbft.rpc.SignedHeaders;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.server.audit.BlockAttestation;
import io.hybridycsb.veritas.server.audit.BlockUnderAudit;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongFunction;

/** Blocks whose hash is the application hash in the chain's next header, which is signed. */
final class ChainAttestation implements BlockAttestation {
  private final SignedHeaders headers;

  ChainAttestation(ValidatorSet validators, List<InetSocketAddress> rpcs) {
    headers = new SignedHeaders(validators, rpcs);
  }

  @Override
  public int format() {
    return LedgerBlocks.FORMAT_PLACES;
  }

  @Override
  public List<String> check(BlockUnderAudit block, LongFunction<byte[]> hashAt) {
    try {
      byte[] signed = headers.appHashAfter(block.header().getPosition());
      return Arrays.equals(signed, block.hash())
          ? List.of()
          : List.of("the validators have signed another block than this one");
    } catch (IllegalStateException e) {
      return List.of("no signatures of the validators attest it: " + e.getMessage());
    }
  }
}
