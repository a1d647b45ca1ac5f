package io.hybridycsb.veritas.core.node;

import io.hybridycsb.veritas.proto.Response;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Collects the answers that one thread gives in one go, so that each connection is flushed once.
 */
final class Replies {
  private final Set<ClientConnection> touched = new LinkedHashSet<>();

  void add(Call call, Response.Builder response) {
    call.connection().enqueue(response.build());
    touched.add(call.connection());
  }

  void flush() {
    touched.forEach(ClientConnection::flush);
    touched.clear();
  }
}
