package io.hybridycsb.veritas.core.consensus.log;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.read.Certificates;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.proto.Vote;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The votes that attest blocks. They prove a state root to a client that knows the nodes' keys. The
 * newest block is attested by the votes that were cast last, an older one by those that decided the
 * ledger's next blocks. Each vote attests the last block that its voter had then. One thread
 * writes, any number read.
 */
public final class Attestations implements Certificates {
  /** An answer has the headers up to what is attested, so few more are no reason to search. */
  private static final int HEADERS_NEAR = 64;

  /** While a node is down, so many blocks may be ordered that its next vote doesn't attest. */
  private static final int BLOCKS_SEARCHED = 1_024;

  private record Attested(long height, Vote vote) {}

  private final Ledger ledger;
  private final int votesNeeded;
  private final Map<String, Attested> newest = new LinkedHashMap<>();
  private volatile Certificate certificate = new Certificate(0, 0, reply -> {});

  public Attestations(Ledger ledger, int votesNeeded) {
    this.ledger = ledger;
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

  @Override
  public Optional<Certificate> at(long height) {
    Optional<Certificate> newest = Certificates.super.at(height);
    if (newest.isPresent() && newest.get().topHeight() - height < HEADERS_NEAR) {
      return newest;
    }
    Optional<Certificate> inLedger = ofNextBlocks(height);
    return inLedger.isPresent() ? inLedger : newest;
  }

  private Optional<Certificate> ofNextBlocks(long height) {
    Map<String, Vote> attesting = new LinkedHashMap<>();
    long top = height;
    long last = Math.min(ledger.store().height(), height + BLOCKS_SEARCHED);
    for (long block = height + 1; block <= last; block++) {
      for (Vote vote : ledger.block(block).getVotesList()) {
        VoteBody body = read(vote);
        if (attests(body, height) && attesting.putIfAbsent(body.getVoter(), vote) == null) {
          top = Math.max(top, body.getDecidedHeight());
        }
      }
      if (attesting.size() >= votesNeeded) {
        List<Vote> votes = List.copyOf(attesting.values());
        return Optional.of(new Certificate(height, top, reply -> reply.addAllVotes(votes)));
      }
    }
    return Optional.empty();
  }

  private VoteBody read(Vote vote) {
    try {
      return VoteBody.parseFrom(vote.getBody());
    } catch (InvalidProtocolBufferException e) {
      throw new StoreException(ledger.store().describe() + " holds a vote that can't be read", e);
    }
  }

  private boolean attests(VoteBody vote, long height) {
    long attested = vote.getDecidedHeight();
    return attested >= height
        && attested <= ledger.store().height()
        && Arrays.equals(vote.getDecidedHash().toByteArray(), ledger.hash(attested));
  }

  /** The height that a node attested last; 0 when it has attested none. */
  public long attestedBy(String node) {
    Attested attested = newest.get(node);
    return attested == null ? 0 : attested.height();
  }
}
