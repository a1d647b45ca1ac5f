package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import java.math.BigInteger;
import org.web3j.crypto.Credentials;
import org.web3j.crypto.RawTransaction;
import org.web3j.crypto.TransactionEncoder;

/** An account that only one node signs for. */
public final class Account {
  /** The lowest price at which the chain's clients pass transactions on. */
  private static final BigInteger GAS_PRICE = BigInteger.ONE;

  private final Credentials credentials;

  /**
   * @param privateKey 64 hex digits
   */
  public Account(String privateKey) {
    this.credentials = Credentials.create(privateKey);
  }

  /** In hex, in lower case. */
  public String address() {
    return credentials.getAddress();
  }

  /** A signed call of the shard's contract. */
  byte[] sign(Shard shard, long nonce, long gas, String data) {
    RawTransaction transaction =
        RawTransaction.createTransaction(
            BigInteger.valueOf(nonce),
            GAS_PRICE,
            BigInteger.valueOf(gas),
            shard.contract().hex(),
            BigInteger.ZERO,
            data);
    return TransactionEncoder.signMessage(transaction, shard.chainId(), credentials);
  }
}
