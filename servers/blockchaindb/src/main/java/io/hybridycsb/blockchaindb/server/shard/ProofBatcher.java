package io.hybridycsb.blockchaindb.server.shard;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/**
 * Gets proofs of the contract's slots from the chain's client. Questions that arrive while the
 * workers are busy share one call, since most of a call's cost doesn't depend on the number of
 * slots.
 */
final class ProofBatcher implements AutoCloseable {
  private static final int QUESTIONS_MAX = 1_024;
  private static final int SLOTS_MAX = 256;

  /** Calls at a time; the chain's client works on each with one core. */
  private static final int WORKERS = 2;

  private static final long TIMEOUT_S = 30;

  private final EthChain chain;
  private final BlockingQueue<Question> queue = new ArrayBlockingQueue<>(QUESTIONS_MAX);
  private final List<Thread> workers;

  /**
   * The proofs as the chain's client returned them.
   *
   * @param account nodes from the state root to the contract's account
   * @param slots for each slot that was asked for, an object with value and proof
   */
  record Answer(JsonNode account, List<JsonNode> slots) {}

  private record Question(List<byte[]> slots, String block, CompletableFuture<Answer> answer) {}

  ProofBatcher(String name, EthChain chain) {
    this.chain = chain;
    this.workers =
        IntStream.range(0, WORKERS)
            .mapToObj(i -> new Thread(this::work, "proofs-" + name + "-" + i))
            .toList();
    workers.forEach(worker -> worker.setDaemon(true));
  }

  void start() {
    workers.forEach(Thread::start);
  }

  /**
   * Waits for a proof.
   *
   * @param block the hash of the block that the proof is about
   */
  Answer ask(List<byte[]> slots, String block) throws RpcFailure, InterruptedException {
    Question question = new Question(slots, block, new CompletableFuture<>());
    try {
      if (!queue.offer(question, TIMEOUT_S, TimeUnit.SECONDS)) {
        throw new Unreachable("%d questions for proofs wait already".formatted(QUESTIONS_MAX));
      }
      return question.answer().get(TIMEOUT_S, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new Unreachable("no proof within %d s".formatted(TIMEOUT_S));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RpcFailure failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private void work() {
    try {
      while (true) {
        gather().forEach(this::answer);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The waiting questions by block, as many as one call may name slots. */
  private Map<String, List<Question>> gather() throws InterruptedException {
    Map<String, List<Question>> byBlock = new LinkedHashMap<>();
    int slots = 0;
    Question next = queue.take();
    while (next != null) {
      byBlock.computeIfAbsent(next.block(), block -> new ArrayList<>()).add(next);
      slots += next.slots().size();
      next = slots < SLOTS_MAX ? queue.poll() : null;
    }
    return byBlock;
  }

  private void answer(String block, List<Question> questions) {
    try {
      List<byte[]> slots =
          questions.stream().flatMap(question -> question.slots().stream()).toList();
      JsonNode proof = chain.proof(chain.shard().contract(), slots, block);
      JsonNode account = proof.get("accountProof");
      int at = 0;
      for (Question question : questions) {
        List<JsonNode> own = new ArrayList<>();
        for (int i = 0; i < question.slots().size(); i++) {
          own.add(proof.get("storageProof").get(at++));
        }
        question.answer().complete(new Answer(account, own));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      fail(questions, new Unreachable("the node stops"));
    } catch (RpcFailure | RuntimeException e) {
      fail(questions, e);
    }
  }

  private static void fail(List<Question> questions, Exception reason) {
    questions.forEach(question -> question.answer().completeExceptionally(reason));
  }

  @Override
  public void close() {
    workers.forEach(Thread::interrupt);
  }
}
