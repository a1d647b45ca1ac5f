package io.hybridycsb.veritas.core.spi;

/** A database that a node rests on failed; the message names the database and its address. */
public class StoreException extends RuntimeException {
  public StoreException(String message) {
    super(message);
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
