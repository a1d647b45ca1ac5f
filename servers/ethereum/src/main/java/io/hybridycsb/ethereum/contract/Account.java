package io.hybridycsb.ethereum.contract;

import io.hybridycsb.ethereum.chain.Address;
import java.math.BigInteger;
import org.web3j.crypto.Credentials;
import org.web3j.crypto.RawTransaction;
import org.web3j.crypto.TransactionEncoder;

/** An account that one process alone signs for, so that it knows the next nonce. */
public final class Account {
  /** The lowest price at which geth passes transactions on. */
  private static final long LOWEST_PRICE = 1;

  private final Credentials credentials;
  private final long gasPrice;

  /**
   * @param privateKey 64 hex digits
   */
  public Account(String privateKey) {
    this(privateKey, LOWEST_PRICE);
  }

  /**
   * @param privateKey 64 hex digits
   * @param gasPrice in wei
   */
  public Account(String privateKey, long gasPrice) {
    this.credentials = Credentials.create(privateKey);
    this.gasPrice = gasPrice;
  }

  /** In hex, in lower case. */
  public String address() {
    return credentials.getAddress();
  }

  /** A signed call of a contract, for the chain of that id. */
  public byte[] sign(long chainId, Address contract, long nonce, long gas, String data) {
    RawTransaction transaction =
        RawTransaction.createTransaction(
            BigInteger.valueOf(nonce),
            BigInteger.valueOf(gasPrice),
            BigInteger.valueOf(gas),
            contract.hex(),
            BigInteger.ZERO,
            data);
    return TransactionEncoder.signMessage(transaction, chainId, credentials);
  }
}
