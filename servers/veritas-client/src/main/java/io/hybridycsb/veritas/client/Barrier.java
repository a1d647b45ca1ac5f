package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.model.KeyLimit;
import io.hybridycsb.veritas.proto.ReadVersion;

/**
 * A transaction that touches nobody's data. Its block comes after the block of every commit that
 * was acknowledged before it began, so a node that has applied its block knows them all. Its own
 * outcome doesn't matter.
 */
final class Barrier {
  private static final ReadVersion NOTHING =
      ReadVersion.newBuilder()
          .setKey(ByteString.copyFrom(KeyLimit.key("veritas", "barrier")))
          .build();

  private Barrier() {}

  /**
   * Sends one through the log.
   *
   * @return the height of its block
   * @throws VeritasException.Unavailable if it isn't there in time
   */
  static long pass(Session session, long deadline) {
    CommitResult result = session.begin(deadline).read(NOTHING).commitThroughLog();
    if (result.height() > 0) {
      return result.height();
    }
    throw new VeritasException.Unavailable(
        "no transaction came through the log before the read: "
            + result.outcome().map(Enum::name).orElse(result.detail()));
  }
}
