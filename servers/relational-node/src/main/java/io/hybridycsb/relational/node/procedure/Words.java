package io.hybridycsb.relational.node.procedure;

/**
 * The words of a database, which stay the same.
 *
 * @param quote around a name
 * @param assign a variable and its value
 * @param nothing a statement without effect
 * @param loop begins one, of a variable and its rounds
 * @param passed the variable that counts the bytes of fields that a call goes through
 * @param keepWritten keeps what the call has written so far, even if it fails
 */
record Words(
    char quote,
    String assign,
    String nothing,
    String elseIf,
    String loop,
    String endLoop,
    String passed,
    String keepWritten) {
  String quoted(String name) {
    return quote + name + quote;
  }
}
