package io.hybridycsb.veritas.core.consensus.log;

import io.hybridycsb.veritas.core.read.Certificates;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The newest decided block that each node has attested with its signature. Together they prove a
 * state root to a client that knows the nodes' keys. One thread writes, any number read.
 */
public final class Attestations implements Certificates {
  private record Attested(long height, Vote vote) {}

  private final int votesNeeded;
  private final Map<String, Attested> newest = new LinkedHashMap<>();
  private volatile Certificate certificate = new Certificate(0, 0, reply -> {});

  public Attestations(int votesNeeded) {
    this.votesNeeded = votesNeeded;
  }

  void add(Vote vote, VoteBody body) {
    Attested before = newest.get(body.getVoter());
    if (before != null && before.height() >= body.getDecidedHeight()) {
      return;
    }
    newest.put(body.getVoter(), new Attested(body.getDecidedHeight(), vote));
    if (newest.size() >= votesNeeded) {
      certificate = certify();
    }
  }

  private Certificate certify() {
    long[] heights = newest.values().stream().mapToLong(Attested::height).toArray();
    Arrays.sort(heights);
    long height = heights[heights.length - votesNeeded];
    List<Attested> attesting = newest.values().stream().filter(a -> a.height() >= height).toList();
    long top = attesting.stream().mapToLong(Attested::height).max().orElse(height);
    List<Vote> votes = attesting.stream().map(Attested::vote).toList();
    return new Certificate(height, top, reply -> reply.addAllVotes(votes));
  }

  @Override
  public Certificate newest() {
    return certificate;
  }

  /** The height that a node attested last; 0 when it has attested none. */
  public long attestedBy(String node) {
    Attested attested = newest.get(node);
    return attested == null ? 0 : attested.height();
  }
}
