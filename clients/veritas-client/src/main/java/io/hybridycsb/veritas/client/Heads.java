package io.hybridycsb.veritas.client;

import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.VeritasException.Unavailable;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The newest block that the cluster has signed, as the node of a session tells it. */
final class Heads {
  /** How long following a ledger may take, however many blocks it has got. */
  static final long FOLLOW_MS_MAX = TimeUnit.MINUTES.toMillis(10);

  private final Session session;
  private final VeritasClient client;

  Heads(Session session) {
    this.session = session;
    client = session.client();
  }

  /**
   * The newest block.
   *
   * @param least the height that it has at least
   * @throws VerificationFailed if the node's answer fails the check
   */
  VerifiedHead newest(long least) {
    return newest(0, least, client.deadline());
  }

  private VerifiedHead newest(long proven, long least, long deadline) {
    HeightRead read = read(0, proven, least, deadline);
    VerifyReply reply = read.next().getVerify();
    return proved(null, Math.max(proven, read.minHeight()), reply);
  }

  /** The newest blocks of all nodes that prove one in time, each asked by itself. */
  List<VerifiedHead> newestOfEach() {
    Request.Builder head = Request.newBuilder().setVerify(VerifyRequest.newBuilder().setHead(true));
    List<VerifiedHead> heads = new ArrayList<>();
    for (Response response : client.askAll(head, client.deadline()).values()) {
      try {
        heads.add(client.readVerifier().checkHead(null, 0, response.getVerify()));
      } catch (VerificationFailed e) {
        // It proves nothing.
      }
    }
    return heads;
  }

  /**
   * The newest block, which the chain of headers leads to from a known one, by way of another.
   * Where one answer hasn't got room for the headers, it is the newest when the first of them came.
   *
   * @param known where it begins
   * @param later as high or higher; may be the same
   * @param timeMs how long it may take. The headers of each answer may take {@link
   *     ClientOptions#timeoutMs} within it: some thousand blocks have one answer
   * @throws VerificationFailed if the nodes' answers fail the check
   * @throws Unavailable if they don't come in time
   */
  VerifiedHead follow(VerifiedHead known, VerifiedHead later, long timeMs) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeMs);
    VerifiedHead from = known;
    VerifiedHead signed = null;
    long bytes = 0;
    while (System.nanoTime() - end < 0) {
      long proven = Math.max(from.height(), later.height());
      HeightRead read = read(from.height(), proven, required(), deadlineBy(end));
      VerifyReply reply = read.next().getVerify();
      if (!later.equals(known)) {
        client.readVerifier().requireSame(later, reply);
      }
      if (reply.getHeadHeight() > 0) {
        VerifiedHead head = proved(from, Math.max(proven, read.minHeight()), reply);
        return new VerifiedHead(head.height(), head.hash(), head.signers(), bytes + head.bytes());
      }
      // Headers that nothing attests may be made up without end. So they have to lead to a block
      // that is signed.
      from = client.readVerifier().checkPart(from, reply);
      bytes += from.bytes();
      if (signed == null) {
        signed = newest(proven, required(), deadlineBy(end));
        bytes += signed.bytes();
      }
      client.readVerifier().requireSame(signed, reply);
      if (from.height() >= signed.height()) {
        return new VerifiedHead(signed.height(), signed.hash(), signed.signers(), bytes);
      }
    }
    // It may be this node that sends few at a time.
    session.moveOn(System.nanoTime());
    throw new Unavailable(
        "within %d ms the headers from height %d on came only up to height %d, not to the newest"
            .formatted(timeMs, known.height(), from.height()));
  }

  private long deadlineBy(long end) {
    long deadline = client.deadline();
    return deadline - end < 0 ? deadline : end;
  }

  /** The height that the next head has at least. */
  long required() {
    long seen = client.reads() == ReadLevel.LOCAL ? 0 : client.seen().required();
    return Math.max(seen, client.seen().requiredOfProofs());
  }

  /**
   * @param proven a height that was proved, here or earlier
   * @param least one that may have only been told
   */
  private HeightRead read(long from, long proven, long least, long deadline) {
    VerifyRequest.Builder head = VerifyRequest.newBuilder().setHead(true).setFromHeight(from);
    return new HeightRead(
        session,
        least,
        deadline,
        min -> Request.newBuilder().setVerify(head.setMinHeight(Math.max(proven, min))));
  }

  private VerifiedHead proved(VerifiedHead known, long least, VerifyReply reply) {
    VerifiedHead head = client.readVerifier().checkHead(known, least, reply);
    client.seen().proved(head.height());
    return head;
  }
}
