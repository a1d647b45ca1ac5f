package io.hybridycsb.relational.client;

import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.SignedTransaction;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

/**
 * A transaction as it is sent, however often and to whomever. Sent again, it has no further effect.
 *
 * @param number with the client's key its identity
 * @param calls how many it has
 * @param decided its result, if it was only submitted; {@link RelationalClient#awaitAccepted} waits
 *     for it, and it never comes if no node tells
 */
public record SignedCalls(
    long number, int calls, SignedTransaction transaction, CompletableFuture<Result> decided) {

  SignedCalls(long number, int calls, SignedTransaction transaction) {
    this(number, calls, transaction, new CompletableFuture<>());
  }

  int bytes() {
    return transaction.getSerializedSize();
  }

  /** What becomes of the call that stands at a place. */
  public CompletableFuture<CallResult> decided(int place) {
    return decided.thenApply(result -> CallResult.of(result, place));
  }

  /**
   * The bytes that a client signs. They begin with what they are and for which cluster, so that a
   * signature made for one purpose or cluster is worth nothing for another.
   *
   * @param body the bytes of its {@code TransactionBody}, as they are sent
   */
  public static byte[] signedBytes(String cluster, byte[] body) {
    byte[] prefix = ("relational transaction\n" + cluster + "\n").getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(prefix.length + body.length).put(prefix).put(body).array();
  }
}
