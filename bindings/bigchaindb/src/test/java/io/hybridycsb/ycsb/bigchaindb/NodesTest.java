package io.hybridycsb.ycsb.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodesTest {
  @ParameterizedTest
  @CsvSource({"10.0.0.7, http://10.0.0.7:9984", "fd00::7, 'http://[fd00:0:0:0:0:0:0:7]:9984'"})
  void aHostWithAnUnderscoreIsAskedAtItsAddress(String address, URI expected) throws Exception {
    URI uri = Nodes.uri("bigchaindb_1:9984", host -> known("bigchaindb_1", host, address));

    assertThat(uri).isEqualTo(expected);
    assertThat(HttpRequest.newBuilder(uri).build().uri()).isEqualTo(expected);
  }

  @Test
  void anyOtherHostIsLeftToTheHttpClient() throws Exception {
    for (String endpoint : new String[] {"host-1.net:1", "127.0.0.1:1", "[::1]:1"}) {
      assertThat(Nodes.uri(endpoint, NodesTest::unknown))
          .isEqualTo(URI.create("http://" + endpoint));
    }
    assertThatExceptionOfType(UnknownHostException.class)
        .isThrownBy(() -> Nodes.uri("host_1:1", NodesTest::unknown));
  }

  private static InetAddress known(String name, String asked, String address)
      throws UnknownHostException {
    assertThat(asked).isEqualTo(name);
    return InetAddress.getByName(address);
  }

  private static InetAddress unknown(String host) throws UnknownHostException {
    throw new UnknownHostException(host);
  }
}
