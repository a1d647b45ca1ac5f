package io.hybridycsb.quorum.command;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.quorum.client.Block;
import io.hybridycsb.quorum.client.QuorumNode;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads one node's chain, and compares what its events tell with what its contract holds. */
final class ChainAudit {
  /** Blocks whose events are in one answer. */
  private static final int EVENT_BLOCKS = 32;

  /** Keys in one exchange, whose answer holds their values. */
  private static final int KEYS = 64;

  private static final byte[] REMOVED = new byte[0];

  private final QuorumNode node;
  private final long last;
  private final Map<Long, Hash> hashes;
  private final Progress progress;
  private final Findings findings;

  private final SortedMap<byte[], byte[]> records = new TreeMap<>(Arrays::compareUnsigned);

  /**
   * @param last the number of the last block to be read
   * @param hashes of blocks, by number, in the chains of the nodes audited before
   */
  ChainAudit(
      QuorumNode node, long last, Map<Long, Hash> hashes, Progress progress, Findings findings) {
    this.node = node;
    this.last = last;
    this.hashes = hashes;
    this.progress = progress;
    this.findings = findings;
  }

  /**
   * What a node's chain holds.
   *
   * @param records the hash of each record that was ever written; empty where it was removed
   * @param writes how many there were
   */
  record Chain(String node, SortedMap<byte[], byte[]> records, long writes) {
    long recordCount() {
      return records.values().stream().filter(digest -> digest.length > 0).count();
    }
  }

  Chain read() throws RpcFailure, InterruptedException {
    readBlocks();
    long writes = readEvents();
    compareRecords();
    long counted = node.writes(last);
    if (counted != writes) {
      find("the events tell of %d writes, the contract has counted %d".formatted(writes, counted));
    }
    return new Chain(node.name(), records, writes);
  }

  private void readBlocks() throws RpcFailure, InterruptedException {
    Optional<Hash> before = Optional.empty();
    for (long number = 0; number <= last; number++) {
      try {
        Optional<Block> block = node.block(number);
        if (block.isEmpty()) {
          find("block %d is not there".formatted(number));
          return;
        }
        Hash hash = block.get().header().hash();
        Hash parent = block.get().parent();
        if (before.isPresent() && !before.get().equals(parent)) {
          find("block %d does not follow the block before it".formatted(number));
        }
        Hash other = hashes.putIfAbsent(number, hash);
        if (other != null && !other.equals(hash)) {
          find("block %d is another one than that of the nodes before".formatted(number));
        }
        before = Optional.of(hash);
      } catch (ProofException e) {
        before = Optional.empty();
        find(e.getMessage());
      }
      progress.say("%s: %d of %d blocks read", node.name(), number, last);
    }
  }

  private long readEvents() throws RpcFailure, InterruptedException {
    long writes = 0;
    for (long first = 0; first <= last; first += EVENT_BLOCKS) {
      long to = Math.min(last, first + EVENT_BLOCKS - 1);
      for (JsonNode log : node.logs(first, to)) {
        if (!ContractCalls.isStale(log)) {
          Written write = ContractCalls.written(log.get("data").asText());
          byte[] value = write.value();
          records.put(write.key(), value.length == 0 ? REMOVED : Hashes.keccak(value));
          writes++;
        }
      }
      progress.say("%s: the events of %d of %d blocks read", node.name(), to, last);
    }
    return writes;
  }

  private void compareRecords() throws RpcFailure, InterruptedException {
    List<byte[]> keys = new ArrayList<>(records.keySet());
    for (int first = 0; first < keys.size(); first += KEYS) {
      List<byte[]> part = keys.subList(first, Math.min(keys.size(), first + KEYS));
      List<Optional<byte[]>> stored = node.digests(part, last);
      for (int i = 0; i < part.size(); i++) {
        byte[] told = records.get(part.get(i));
        if (!Arrays.equals(told, stored.get(i).orElse(REMOVED))) {
          find(
              "%s, block %d: the contract holds another value than the events tell"
                  .formatted(StateKey.shown(part.get(i)), last));
        }
      }
      progress.say("%s: %d of %d keys compared with the storage", node.name(), first, keys.size());
    }
  }

  private void find(String finding) {
    findings.add(node.name() + ": " + finding);
  }
}
