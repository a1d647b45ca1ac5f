package io.hybridycsb.ethereum.contract;

import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import java.math.BigInteger;
import org.web3j.crypto.Credentials;
import org.web3j.crypto.RawTransaction;
import org.web3j.crypto.TransactionEncoder;

/** An account that one process alone signs for, so that it knows the next nonce. */
public final class Account {
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

  /**
   * A signed call of a contract, for the chain of that id.
   *
   * @param consensus tells the price of gas
   * @param gas to be used at most
   */
  public byte[] sign(
      Consensus consensus, long chainId, Address contract, long nonce, long gas, String data) {
    RawTransaction transaction =
        RawTransaction.createTransaction(
            BigInteger.valueOf(nonce),
            BigInteger.valueOf(consensus.gasPrice()),
            BigInteger.valueOf(gas),
            contract.hex(),
            BigInteger.ZERO,
            data);
    return TransactionEncoder.signMessage(transaction, chainId, credentials);
  }
}
