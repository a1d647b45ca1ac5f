package io.hybridycsb.quorum.client;

import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.contract.Account;
import io.hybridycsb.ethereum.contract.ContractCalls;
import io.hybridycsb.ethereum.contract.ContractCalls.ReadRecord;
import io.hybridycsb.ethereum.contract.GasModel;
import io.hybridycsb.ethereum.contract.Written;
import io.hybridycsb.ethereum.rpc.EthRpc.Refused;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.quorum.client.BlockReceipts.Receipt;
import io.hybridycsb.verification.VerificationFailed;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/**
 * Reads and writes of one thread. It has an account of its own, which needs no money, since gas is
 * free on the chain; so it alone knows the next nonce. Once a write's outcome is unknown, and with
 * it the nonce, or a node has refused it, the session goes on with another account.
 */
public final class QuorumSession {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int KEY_BYTES = 32;

  /** Without a block for so long, a transaction is sent again, to the next node. */
  private static final long SEND_AGAIN_MS = 3_000;

  private static final long PAUSE_MS = 50;
  private static final byte[] NONE = new byte[0];

  /** The least time in which it makes sense to ask another node. */
  private static final long CALL_NS = TimeUnit.MILLISECONDS.toNanos(1);

  private final QuorumClient client;
  private final ClusterFile cluster;
  private final GasModel gas;
  private final ClaimProofs proofs;
  private int node;
  private Account account = newAccount();
  private long nonce;

  QuorumSession(QuorumClient client, int node) {
    this.client = client;
    this.cluster = client.cluster();
    this.gas = new GasModel(cluster.layout());
    this.proofs = new ClaimProofs(client);
    this.node = node;
  }

  private static Account newAccount() {
    byte[] key = new byte[KEY_BYTES];
    RANDOM.nextBytes(key);
    // Below the order of the curve, which begins with ff.
    key[0] &= 0x7f;
    key[KEY_BYTES - 1] |= 1;
    return new Account(HexFormat.of().formatHex(key));
  }

  /**
   * A record as of a block.
   *
   * @param proof of the value; empty where it is the node's word
   */
  public record Reading(Optional<byte[]> value, long block, Optional<Proof> proof) {}

  /**
   * What a value stands against.
   *
   * @param bytes of the proof
   * @param sealers the cluster file's validators that have sealed the block
   * @param made when the block was made, by those; under Raft by its maker
   */
  public record Proof(int bytes, Set<Address> sealers, Instant made) {}

  private interface Question<T> {
    T ask(QuorumNode node, long block, long deadlineNs)
        throws RpcFailure, ProofException, InterruptedException;
  }

  /**
   * The value of a key.
   *
   * @throws NotAnswered if no node answers in time
   */
  public Reading get(byte[] key) throws InterruptedException {
    return ask(
        0,
        client.deadlineNs(),
        (at, block, deadlineNs) -> new Reading(at.value(key, block), block, Optional.empty()));
  }

  /**
   * The value of a key, checked against a proof and a header that enough validators have sealed, or
   * under Raft most nodes have.
   *
   * @throws NotAnswered if no node answers in time
   * @throws VerificationFailed if a node has answered and doesn't prove it, or the chain isn't the
   *     one that was verified before, or its newest block is too old
   */
  public Reading verify(byte[] key) throws InterruptedException {
    return askForProof(0, (at, block, deadlineNs) -> verified(at, key, block, deadlineNs));
  }

  /** The value that a key had after a block, checked as by {@link #verify}. */
  public Reading verifyAt(byte[] key, long block) throws InterruptedException {
    return askForProof(block, (at, newest, deadlineNs) -> verified(at, key, block, deadlineNs));
  }

  private Reading verified(QuorumNode at, byte[] key, long block, long deadlineNs)
      throws RpcFailure, ProofException, InterruptedException {
    Optional<byte[]> value = at.value(key, block);
    Proof proof = proofs.check(at, List.of(new Claim(key, value)), block, deadlineNs);
    return new Reading(value, block, Optional.of(proof));
  }

  /**
   * What was read of a key.
   *
   * @param value empty if there was none
   */
  public record Claim(byte[] key, Optional<byte[]> value) {}

  /**
   * Checks what was read of a block, as {@link #verify} does for one key.
   *
   * @return bytes of the proofs
   * @throws VerificationFailed also if the block is earlier than one that was verified before
   */
  public long verifyAll(List<Claim> claims, long block) throws InterruptedException {
    client.before().requireNotEarlier(block);
    return askForProof(
        block, (at, newest, deadlineNs) -> proofs.checkAll(at, claims, block, deadlineNs));
  }

  /** As {@link #ask}, once the chain is known to be the one that was verified before. */
  private <T> T askForProof(long least, Question<T> question) throws InterruptedException {
    long deadline = client.deadlineNs();
    client.before().requireThere(client.view(), deadline);
    T answer =
        ask(
            least,
            deadline,
            (at, newest, deadlineNs) -> {
              client.requireNew(newest, at, deadlineNs);
              return question.ask(at, newest, deadlineNs);
            });
    client.before().saveAtTimes();
    return answer;
  }

  /**
   * Asks a node that has all that this process has seen, and what was verified before, and another
   * if it doesn't answer.
   *
   * @param least block to be asked of
   */
  private <T> T ask(long least, long deadline, Question<T> question) throws InterruptedException {
    String problem = "";
    do {
      try {
        if (client.freshness() == Freshness.LINEARIZABLE) {
          client.sees(client.view().newestOf(cluster.nodesNeeded(), deadline));
        }
        long wanted = Math.max(Math.max(least, client.before().height()), client.seen());
        OptionalInt found = client.view().awaitNodeAt(node, wanted, deadline);
        if (found.isEmpty()) {
          break;
        }
        long block = client.view().height(found.getAsInt());
        if (block >= wanted) {
          QuorumNode at = client.node(found.getAsInt());
          T answer = at.answer(asked -> question.ask(asked, block, deadline));
          client.sees(block);
          return answer;
        }
      } catch (RpcFailure | ProofException e) {
        // A call that had no time any more tells less than what was told before.
        if (problem.isEmpty() || deadline - System.nanoTime() > 0) {
          problem = e.getMessage();
        }
        nextNode();
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      }
    } while (deadline - System.nanoTime() > CALL_NS);
    throw new NotAnswered(problem.isEmpty() ? client.view().whyNone() : problem);
  }

  private void nextNode() {
    node = (node + 1) % client.nodeCount();
  }

  /**
   * Writes a record, whatever is there.
   *
   * @param write its value may be empty, to remove the record
   */
  public Outcome set(Written write) throws InterruptedException {
    // What is there is taken to be as long.
    Outcome outcome = set(write, write.value().length);
    if (outcome.kind() == Outcome.Kind.FAILED) {
      int there = get(write.key()).value().map(value -> value.length).orElse(0);
      return there > write.value().length ? set(write, there) : outcome;
    }
    return outcome;
  }

  private Outcome set(Written write, int replacedBytes) throws InterruptedException {
    List<Written> writes = List.of(write);
    Outcome outcome = send(ContractCalls.set(write), writes, gas.record(write, replacedBytes));
    // It expects nothing, so nothing can have changed.
    return outcome.kind() == Outcome.Kind.CHANGED
        ? new Outcome(Outcome.Kind.FAILED, outcome.block(), "the contract has refused it")
        : outcome;
  }

  /**
   * Whether all records were as they were read after one block, which is as new as all that the
   * process has seen.
   *
   * @param verified whether that is checked as by {@link #verifyAll}; otherwise it is one node's
   *     word
   * @throws NotAnswered if no node answers in time
   * @throws VerificationFailed if a node has answered and doesn't prove it
   */
  public boolean areUnchanged(List<ReadRecord> reads, boolean verified)
      throws InterruptedException {
    Question<Boolean> question =
        (at, block, deadlineNs) -> {
          List<Claim> now = new ArrayList<>();
          for (ReadRecord read : reads) {
            now.add(new Claim(read.key(), at.value(read.key(), block)));
          }
          if (verified) {
            proofs.checkAll(at, now, block, deadlineNs);
          }
          return IntStream.range(0, reads.size()).allMatch(i -> isSame(reads.get(i), now.get(i)));
        };
    return verified ? askForProof(0, question) : ask(0, client.deadlineNs(), question);
  }

  private boolean isSame(ReadRecord read, Claim now) {
    byte[] value = now.value().orElse(NONE);
    return Arrays.equals(ReadRecord.of(cluster.layout(), now.key(), value).digest(), read.digest());
  }

  /** Makes writes if all records are as they were read. */
  public Outcome transact(List<ReadRecord> reads, List<Written> writes)
      throws InterruptedException {
    Map<ByteBuffer, Integer> lengths = new HashMap<>();
    long needed = 0;
    for (ReadRecord read : reads) {
      lengths.put(ByteBuffer.wrap(read.key()), read.bytes());
      needed += gas.compared(read.bytes());
    }
    for (Written write : writes) {
      needed += gas.record(write, lengths.getOrDefault(ByteBuffer.wrap(write.key()), 0));
    }
    Outcome outcome = send(ContractCalls.transact(reads, writes), writes, needed);
    // It compares more than was read only if a record has become longer.
    return outcome.kind() == Outcome.Kind.FAILED
        ? new Outcome(Outcome.Kind.CHANGED, outcome.block(), outcome.detail())
        : outcome;
  }

  private Outcome send(String data, List<Written> writes, long recordsGas)
      throws InterruptedException {
    long limit = gas.transaction(Hex.bytes(data), writes, recordsGas) + gas.counted(writes.size());
    byte[] raw =
        account.sign(
            cluster.consensus(), cluster.chainId(), cluster.contract(), nonce, limit, data);
    String hash = Hex.of(Hashes.keccak(raw));
    CompletableFuture<Receipt> receipt = client.view().receipts().expect(hash);
    try {
      Outcome outcome = sendUntilDone(raw, receipt, limit);
      switch (outcome.kind()) {
        case COMMITTED, CHANGED, FAILED -> {
          nonce++;
          client.sees(outcome.block());
        }
        case UNKNOWN, NOT_SUBMITTED -> {
          account = newAccount();
          nonce = 0;
        }
        case TOO_LARGE -> {
          // The nonce is still free.
        }
      }
      return outcome;
    } finally {
      client.view().receipts().forget(hash);
    }
  }

  private Outcome sendUntilDone(byte[] raw, CompletableFuture<Receipt> receipt, long limit)
      throws InterruptedException {
    long deadline = client.deadlineNs();
    String problem = "it is in no block yet";
    boolean mayBeTaken = false;
    int refused = 0;
    while (true) {
      // Rather to one that answers: a silent one takes its time to be given up.
      node = client.view().nodeAt(node, 0).orElse(node);
      try {
        client.node(node).send(raw);
        mayBeTaken = true;
      } catch (Unreachable e) {
        mayBeTaken |= !e.neverSent();
        problem = e.getMessage();
        nextNode();
      } catch (Refused e) {
        problem = e.getMessage();
        refused++;
        if (!mayBeTaken && isTooLarge(problem)) {
          return Outcome.of(Outcome.Kind.TOO_LARGE, problem);
        }
        nextNode();
      }
      if (!mayBeTaken && refused >= client.nodeCount()) {
        return Outcome.of(Outcome.Kind.NOT_SUBMITTED, problem);
      }
      long left = deadline - System.nanoTime();
      Optional<Receipt> done =
          await(
              receipt,
              Math.min(left, TimeUnit.MILLISECONDS.toNanos(mayBeTaken ? SEND_AGAIN_MS : PAUSE_MS)));
      if (done.isPresent()) {
        return awaitOthers(outcome(done.get(), limit), deadline);
      }
      if (deadline - System.nanoTime() <= 0) {
        return mayBeTaken
            ? Outcome.of(Outcome.Kind.UNKNOWN, problem)
            : Outcome.of(Outcome.Kind.NOT_SUBMITTED, problem);
      }
      if (mayBeTaken) {
        nextNode();
      }
    }
  }

  /** A write that others could read next must not be missing in what they read after that. */
  private Outcome awaitOthers(Outcome outcome, long deadline) throws InterruptedException {
    boolean mayBeMissed =
        client.freshness() == Freshness.LINEARIZABLE
            && outcome.kind() == Outcome.Kind.COMMITTED
            && !client.view().awaitNodesAt(cluster.nodesNeeded(), outcome.block(), deadline);
    return mayBeMissed
        ? Outcome.of(Outcome.Kind.UNKNOWN, "too few nodes have its block yet")
        : outcome;
  }

  /** As geth says it, in the words of its errors. */
  private static boolean isTooLarge(String problem) {
    return problem.contains("oversized data") || problem.contains("exceeds block gas limit");
  }

  private static Optional<Receipt> await(CompletableFuture<Receipt> receipt, long ns)
      throws InterruptedException {
    try {
      return Optional.of(receipt.get(Math.max(0, ns), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      return Optional.empty();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
  }

  private static Outcome outcome(Receipt receipt, long limit) {
    if (receipt.success()) {
      return new Outcome(Outcome.Kind.COMMITTED, receipt.block(), "");
    }
    boolean ranOut = receipt.gasUsed() >= limit;
    return new Outcome(
        ranOut ? Outcome.Kind.FAILED : Outcome.Kind.CHANGED,
        receipt.block(),
        ranOut
            ? "it took more than %d gas, since a record has become longer".formatted(limit)
            : "a record has changed");
  }
}
