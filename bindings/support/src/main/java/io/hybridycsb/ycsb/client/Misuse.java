package io.hybridycsb.ycsb.client;

/** The command was given something that YCSB can't use; the message is one line for people. */
final class Misuse extends RuntimeException {
  Misuse(String message) {
    super(message);
  }

  Misuse(String message, Throwable cause) {
    super(message, cause);
  }
}
