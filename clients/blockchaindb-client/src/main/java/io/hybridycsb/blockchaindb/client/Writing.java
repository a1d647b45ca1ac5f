package io.hybridycsb.blockchaindb.client;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.OutcomeRequest;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.proto.WriteRequest;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A write that is sent once. If the answer is lost, its outcome is asked for while there is time.
 *
 * @param inTurn the nodes that hold the shard, the home node first
 * @param deadline as of {@link System#nanoTime}
 */
record Writing(List<NodeConnection> inTurn, WriteRequest request, long deadline) {
  /** Time between two queries for the outcome of a write whose answer was lost. */
  private static final long ASK_AGAIN_MS = 250;

  /** Goes on to another node only while no node can have got the write. */
  WriteReply once() {
    String unsent;
    do {
      unsent = "no node of the shard can be reached";
      for (NodeConnection node : Attempts.inTurn(inTurn, NodeConnection::isKnownDead)) {
        NodeConnection.Sending sending = new NodeConnection.Sending();
        try {
          return node.call(Methods.WRITE, request, AgreedBlocks.leftMs(deadline), sending);
        } catch (StatusRuntimeException e) {
          if (sending.hasBegun()) {
            return unanswered(node, e.getStatus());
          }
          unsent = ClientException.of(node.name(), e.getStatus()).getMessage();
        }
      }
    } while (isPauseOver());
    return reply(Outcome.NOT_SUBMITTED, unsent);
  }

  /** False if there is no time left, or the thread is interrupted. */
  private boolean isPauseOver() {
    long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
    try {
      TimeUnit.MILLISECONDS.sleep(Math.max(0, Math.min(ASK_AGAIN_MS, leftMs)));
      return leftMs > 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private WriteReply unanswered(NodeConnection node, Status status) {
    Status.Code code = status.getCode();
    ClientException lost = ClientException.of(node.name(), status);
    if (code == Status.Code.INVALID_ARGUMENT || code == Status.Code.RESOURCE_EXHAUSTED) {
      Outcome outcome =
          code == Status.Code.INVALID_ARGUMENT ? Outcome.FAILED : Outcome.NOT_SUBMITTED;
      return reply(outcome, lost.getMessage());
    }
    WriteReply found = ask(node, lost);
    boolean partly = request.getWritesCount() > 1 && found.getTransactionsCount() > 0;
    // A restarted node knows only the writes that it had signed before.
    return partly ? found.toBuilder().setOutcome(Outcome.UNKNOWN).build() : found;
  }

  private WriteReply ask(NodeConnection node, ClientException noAnswer) {
    ByteString id = request.getOperationId();
    OutcomeRequest question =
        OutcomeRequest.newBuilder().setOperationId(id).setGiveUp(true).build();
    ClientException lost = noAnswer;
    while (true) {
      long leftMs = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
      if (leftMs <= 0) {
        return reply(Outcome.UNKNOWN, lost.getMessage());
      }
      try {
        WriteReply reply = node.call(Methods.OUTCOME, question, leftMs);
        if (reply.getOutcome() == Outcome.NOT_SUBMITTED) {
          return reply(Outcome.NOT_SUBMITTED, lost.getMessage());
        }
        boolean open =
            reply.getOutcome() == Outcome.PENDING
                || reply.getOutcome() == Outcome.UNKNOWN
                || (reply.getOutcome() == Outcome.ACCEPTED && request.getCommit() >= 0);
        if (!open) {
          return reply;
        }
      } catch (StatusRuntimeException e) {
        lost = ClientException.of(node.name(), e.getStatus());
      }
      try {
        TimeUnit.MILLISECONDS.sleep(Math.min(ASK_AGAIN_MS, leftMs));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return reply(Outcome.UNKNOWN, "interrupted");
      }
    }
  }

  private static WriteReply reply(Outcome outcome, String detail) {
    return WriteReply.newBuilder().setOutcome(outcome).setDetail(detail).build();
  }
}
