package io.hybridycsb.veritas.tendermint.sim;

import io.hybridycsb.cometbft.abci.AbciApplication.Block;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import io.hybridycsb.veritas.core.sim.NaiveTree;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The blocks that the validators have decided. */
final class SimulatedChain {
  static final byte[] RULES = "rules".getBytes(StandardCharsets.US_ASCII);

  private static final int ADDRESS_BYTES = 20;

  private final ValidatorSet validators;
  private final ChainOracle oracle;
  private final List<Block> blocks = new ArrayList<>();

  SimulatedChain(ValidatorSet validators, ChainOracle oracle) {
    this.validators = validators;
    this.oracle = oracle;
  }

  ValidatorSet validators() {
    return validators;
  }

  long height() {
    return blocks.size();
  }

  Block block(long height) {
    return blocks.get((int) height - 1);
  }

  /** What a proposer's next block would be. */
  Block proposal(Validator proposer, List<byte[]> transactions) {
    long height = height() + 1;
    byte[] hash = NaiveTree.sha256(ByteBuffer.allocate(Long.BYTES).putLong(height).array());
    for (byte[] transaction : transactions) {
      hash = NaiveTree.sha256(hash, NaiveTree.sha256(transaction));
    }
    byte[] address = Arrays.copyOf(NaiveTree.sha256(proposer.publicKey()), ADDRESS_BYTES);
    return new Block(height, hash, List.copyOf(transactions), address);
  }

  void decide(Validator proposer, Block block) {
    blocks.add(block);
    oracle.decide(proposer.name(), block.transactions());
  }

  /** Depends on all that was decided. */
  byte[] hash() {
    byte[] hash = RULES;
    for (Block block : blocks) {
      hash = NaiveTree.sha256(hash, block.hash());
    }
    return hash;
  }
}
