package io.hybridycsb.tso.client;

/** Gets a connection's replies and failures; called on the connection's threads. */
interface ReplyListener {
  /**
   * Takes a reply to the request in flight; a reply to any other request is ignored.
   *
   * @return what is wrong with the reply, or an empty string; the request in flight stays so until
   *     a reply is accepted
   */
  String onReply(long id, long first, int count);

  /** Notes why there is no reply, in one line, for the callers whose time runs out. */
  void onTrouble(String reason);
}
