package io.hybridycsb.immudb.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.immudb.proof.Header;
import io.hybridycsb.immudb.wire.TxHeader;
import io.hybridycsb.verification.Hash;

/** Messages as an immudb makes them. */
public final class Messages {
  private Messages() {}

  public static ByteString bytes(Hash hash) {
    return ByteString.copyFrom(hash.bytes());
  }

  public static TxHeader header(Header header) {
    return TxHeader.newBuilder()
        .setId(header.id())
        .setPrevAlh(bytes(header.previous()))
        .setTs(header.seconds())
        .setNentries(header.entries())
        .setEH(bytes(header.entriesRoot()))
        .setBlTxId(header.before())
        .setBlRoot(bytes(header.linkedRoot()))
        .setVersion(Header.VERSION)
        .build();
  }
}
