package io.hybridycsb.veritas.tendermint;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.rpc.CometBftException;
import io.hybridycsb.cometbft.rpc.CometBftRpc;
import io.hybridycsb.veritas.cometbft.proto.SignedHeader;
import io.hybridycsb.veritas.core.call.SteppedWork;
import io.hybridycsb.veritas.core.ledger.ChainHead;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.read.Certificates;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The newest header that the chain's validators have signed, fetched from CometBFT only while
 * somebody asks for a newer one; and older ones, fetched when they are asked for.
 */
final class ChainCertificates implements Certificates, SteppedWork {
  private static final long FETCH_EVERY_MS = 10;

  /** A header attests the ledger's head as of the height before it, which is seldom much older. */
  private static final int HEIGHTS_SEARCHED = 64;

  private final CometBftRpc rpc;
  private final Ledger ledger;
  private final Supplier<ChainHead> committed;
  private final Semaphore asked = new Semaphore(0);
  private volatile Certificate newest = new Certificate(0, 0, reply -> {});

  /**
   * @param committed the ledger's last committed block
   */
  ChainCertificates(CometBftRpc rpc, Ledger ledger, Supplier<ChainHead> committed) {
    this.rpc = rpc;
    this.ledger = ledger;
    this.committed = committed;
  }

  @Override
  public Certificate newest() {
    Certificate known = newest;
    if (known.height() < committed.get().height() && asked.availablePermits() == 0) {
      asked.release();
    }
    return known;
  }

  /** The chain's header after a block names the ledger's header that was the newest then. */
  @Override
  public Optional<Certificate> at(long height) {
    Optional<SignedHeader> signed;
    try {
      signed = rpc.commit(ledger.readHeader(height).getPosition() + 1);
    } catch (CometBftException e) {
      // It may have forgotten old headers.
      return Certificates.super.at(height);
    }
    return signed.map(
        header -> {
          ByteString encoded = header.toByteString();
          return new Certificate(height, height, reply -> reply.setSignedHeader(encoded));
        });
  }

  @Override
  public void step(long waitNanos) throws InterruptedException {
    if (asked.tryAcquire(waitNanos, TimeUnit.NANOSECONDS)) {
      fetch();
      TimeUnit.MILLISECONDS.sleep(FETCH_EVERY_MS);
    }
  }

  private void fetch() {
    Optional<SignedHeader> signed;
    try {
      signed = rpc.commit(0);
    } catch (CometBftException e) {
      return;
    }
    if (signed.isEmpty()) {
      return;
    }
    ByteString appHash = signed.get().getHeader().getAppHash();
    long height = committed.get().height();
    long least =
        Math.max(ledger.firstHeight() - 1, Math.max(newest.height(), height - HEIGHTS_SEARCHED));
    while (height > least && !appHash.equals(ByteString.copyFrom(ledger.hash(height)))) {
      height--;
    }
    if (height > newest.height()) {
      ByteString encoded = signed.get().toByteString();
      newest = new Certificate(height, height, reply -> reply.setSignedHeader(encoded));
    }
  }
}
