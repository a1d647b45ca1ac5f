package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.quorum.client.BlockReceipts.Receipt;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The process's transactions that are on their way, by hash in hex. */
final class AwaitedReceipts {
  private final Map<String, CompletableFuture<Receipt>> expected = new ConcurrentHashMap<>();

  /** A transaction is on its way; the result is completed once a block has it. */
  CompletableFuture<Receipt> expect(String transaction) {
    return expected.computeIfAbsent(transaction, hash -> new CompletableFuture<>());
  }

  /** Nobody waits for it any more. */
  void forget(String transaction) {
    expected.remove(transaction);
  }

  /** Completes those that a block has. */
  void complete(QuorumNode node, Block block)
      throws ProofException, RpcFailure, InterruptedException {
    // Who waits has said so before the transaction was sent.
    if (expected.isEmpty()) {
      return;
    }
    Map<String, Receipt> receipts =
        node.answer(at -> BlockReceipts.of(at, block, expected::containsKey));
    receipts.forEach(
        (transaction, receipt) ->
            Optional.ofNullable(expected.get(transaction))
                .ifPresent(waiting -> waiting.complete(receipt)));
  }
}
