package io.hybridycsb.veritas.core.read;

import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Answers reads with their proof: the value, its path in the state's tree at a height that the
 * cluster has attested, the headers from there on, and the signatures. It waits until what reads
 * show when the call came in is attested, which happens by itself soon after.
 */
public final class VerifyService {
  private static final long RETRY_MS = 2;
  static final int CALLS_MAX = 10_000;

  /** The most headers before the newest in one answer; each is read from its block. */
  static final int HEADERS_MAX = 1_000;

  private final Ledger ledger;
  private final SparseMerkleTree tree;
  private final StateReader store;
  private final ReadGate gate;
  private final AppliedHeight applied;
  private final Certificates certificates;
  private final ScheduledExecutorService executor;
  private final AtomicInteger calls = new AtomicInteger();

  public VerifyService(
      Ledger ledger,
      SparseMerkleTree tree,
      StateReader store,
      ReadGate gate,
      AppliedHeight applied,
      Certificates certificates,
      ScheduledExecutorService executor) {
    this.ledger = ledger;
    this.tree = tree;
    this.store = store;
    this.gate = gate;
    this.applied = applied;
    this.certificates = certificates;
    this.executor = executor;
  }

  /** What is wrong with a request; null if nothing is. */
  public static String wrongWith(VerifyRequest request) {
    if (request.getHead()) {
      return request.getSeenCount() == 0 && request.getKey().isEmpty() && request.getAtHeight() == 0
          ? null
          : "the newest header is asked for alone, without a key, a height or reads made before";
    }
    if (request.getSeenCount() > 0) {
      return request.getAtHeight() == 0
          ? SeenProofs.wrongWith(request.getSeenList())
          : "reads made before are proved at the heights that their answers told";
    }
    return KeyLimit.isValid(request.getKey().toByteArray())
        ? null
        : "a key is a table, a zero byte and a name, together at most 1024 bytes";
  }

  public void submit(Call call) {
    if (calls.incrementAndGet() > CALLS_MAX) {
      calls.decrementAndGet();
      call.fail(
          Failure.Code.BUSY, CALLS_MAX + " reads wait here for their proofs, the most allowed");
      return;
    }
    VerifyRequest request = call.request().getVerify();
    if (request.getHead()) {
      later(() -> attempt(call, applied.get(), attested -> answerHead(call, attested)), 0);
      return;
    }
    if (request.getSeenCount() > 0) {
      SeenProofs proofs = new SeenProofs(tree, request.getSeenList());
      // A read shows what is being applied, and may have been answered just now.
      later(
          () -> attempt(call, applied.begun(), attested -> answerSeen(call, proofs, attested)), 0);
      return;
    }
    byte[] key = request.getKey().toByteArray();
    gate.whenOpen(
        List.of(new ByteKey(key)),
        () -> later(() -> attempt(call, applied.get(), new CurrentAnswer(call, key)), 0));
  }

  private void later(Runnable step, long delayMs) {
    try {
      executor.schedule(step, delayMs, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The node is closing; its connections are closed next.
    }
  }

  /**
   * @param answer makes it once a block is attested; false to wait for a later one
   */
  private void attempt(Call call, long heightWanted, Predicate<Certificate> answer) {
    OptionalLong next = OptionalLong.empty();
    try {
      next = heightToAwait(call, heightWanted, answer);
    } finally {
      if (next.isEmpty()) {
        calls.decrementAndGet();
      }
    }
    next.ifPresent(height -> later(() -> attempt(call, height, answer), RETRY_MS));
  }

  /** Answers the call if it can be answered now; otherwise tells which height to wait for. */
  private OptionalLong heightToAwait(Call call, long heightWanted, Predicate<Certificate> answer) {
    if (call.isExpired(System.nanoTime())) {
      call.fail(
          Failure.Code.TIMEOUT,
          "height " + heightWanted + " was not attested by enough nodes in time");
      return OptionalLong.empty();
    }
    Certificate certificate = certificates.newest();
    if (certificate.height() < heightWanted || certificate.height() == 0) {
      return OptionalLong.of(heightWanted);
    }
    try {
      return answer.test(certificate) ? OptionalLong.empty() : OptionalLong.of(applied.get());
    } catch (StoreException e) {
      call.fail(Failure.Code.UNAVAILABLE, e.getMessage());
      return OptionalLong.empty();
    } catch (SeenProofs.NotKept e) {
      call.fail(Failure.Code.INVALID, e.getMessage());
      return OptionalLong.empty();
    } catch (IllegalArgumentException e) {
      // The attested height is no longer among those for which proofs can be made.
      return OptionalLong.of(applied.get());
    }
  }

  private void reply(Call call, VerifyReply.Builder reply, long firstHeight, Certificate last) {
    addHeaders(reply, firstHeight, last.topHeight());
    last.attach().accept(reply);
    call.reply(call.answer().setVerify(reply));
  }

  private void addHeaders(VerifyReply.Builder reply, long from, long to) {
    ledger
        .headers(from, to)
        .forEach(header -> reply.addHeaders(UnsafeByteOperations.unsafeWrap(header)));
  }

  /**
   * The value as it is now. If it is newer than the attested block, it is proved at its own height,
   * once that is attested too. So a key that changes with each block has a proof as well.
   */
  private final class CurrentAnswer implements Predicate<Certificate> {
    private final Call call;
    private final byte[] key;

    /** What was read and can't be proved yet; null if nothing is. */
    private Read waiting;

    /** A value, absent if null, and the heights between which it is of one. */
    private record Read(byte[] value, long from, long to) {}

    CurrentAnswer(Call call, byte[] key) {
      this.call = call;
      this.key = key;
    }

    @Override
    public boolean test(Certificate certificate) {
      Read read = waiting == null ? read(certificate.height()) : waiting;
      waiting = null;
      OptionalLong found = heightOf(read, Math.min(read.to(), certificate.height()));
      if (found.isEmpty() && certificate.height() < read.to()) {
        waiting = read;
        return false;
      }
      // A value that was never so was changed in the database. The client finds that.
      long height = found.orElse(certificate.height());
      byte[] proof = tree.at(height).prove(key).encodeCompact();
      VerifyReply.Builder reply =
          VerifyReply.newBuilder().setProof(UnsafeByteOperations.unsafeWrap(proof));
      if (read.value() != null) {
        reply.setValue(UnsafeByteOperations.unsafeWrap(read.value()));
      }
      reply(call, reply, height, certificate);
      return true;
    }

    private Read read(long attested) {
      long from = Math.max(1, Math.min(applied.get(), attested));
      byte[] value = store.getAll(List.of(key)).get(0);
      return new Read(value, from, Math.max(applied.begun(), attested));
    }

    /** The newest height, up to one, at which the key had the value. */
    private OptionalLong heightOf(Read read, long upTo) {
      byte[] hash = read.value() == null ? null : Hashes.sha256(read.value());
      for (long height = upTo; height >= read.from(); height--) {
        if (Arrays.equals(hash, tree.at(height).valueHash(key))) {
          return OptionalLong.of(height);
        }
      }
      return OptionalLong.empty();
    }
  }

  /** The newest header that is attested, and those before it that are asked for. */
  private boolean answerHead(Call call, Certificate certificate) {
    long from = call.request().getVerify().getFromHeight();
    long first = from == 0 ? certificate.height() : from;
    if (first < 1 || first > certificate.height()) {
      call.fail(
          Failure.Code.INVALID,
          "height %s is newer than the newest attested block, which has height %d"
              .formatted(Long.toUnsignedString(first), certificate.height()));
    } else if (certificate.topHeight() - first >= HEADERS_MAX) {
      VerifyReply.Builder part = VerifyReply.newBuilder();
      addHeaders(part, first, first + HEADERS_MAX - 1);
      call.reply(call.answer().setVerify(part));
    } else {
      reply(call, VerifyReply.newBuilder().setHeadHeight(certificate.height()), first, certificate);
    }
    return true;
  }

  /** Values as they were when they were read. */
  private boolean answerSeen(Call call, SeenProofs proofs, Certificate certificate) {
    VerifyReply.Builder reply = VerifyReply.newBuilder();
    long first = proofs.addTo(reply, certificate.height());
    reply(call, reply, first, certificate);
    return true;
  }
}
