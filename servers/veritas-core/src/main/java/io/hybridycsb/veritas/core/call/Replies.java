package io.hybridycsb.veritas.core.call;

import io.hybridycsb.veritas.proto.Response;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * Collects the answers that one thread gives in one go, so that each connection is flushed once.
 */
public final class Replies {
  private final Set<ClientConnection> touched = new LinkedHashSet<>();

  public void add(Call call, Response.Builder response) {
    call.connection().enqueue(call, response.build());
    touched.add(call.connection());
  }

  public void flush() {
    touched.forEach(ClientConnection::flush);
    touched.clear();
  }
}
