package io.hybridycsb.it.otherusers;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ListeningSocketTest {
  @Test
  void anAddressIsReadInTheKernelsForm() {
    assertThat(ListeningSocket.read("tcp", "0100007F:1F90"))
        .hasToString("ListeningSocket[protocol=tcp, address=/127.0.0.1, port=8080]");
    // Where a JVM listens on 127.0.0.1.
    assertThat(
            ListeningSocket.read("tcp", "0000000000000000FFFF00000100007F:1F90").isBeyondLoopback())
        .isFalse();
    assertThat(
            ListeningSocket.read("tcp", "00000000000000000000000001000000:1F90").isBeyondLoopback())
        .isFalse();
    for (String all : List.of("00000000:1F90", "0".repeat(32) + ":1F90", "0200A8C0:1F90")) {
      assertThat(ListeningSocket.read("tcp", all).isBeyondLoopback()).as(all).isTrue();
    }
  }

  @Test
  void whatAProcessListensAtIsFoundAndWhetherOthersReachIt() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket open = new ServerSocket(0);
        ServerSocket local = new ServerSocket(0, 1, loopback);
        DatagramSocket packets = new DatagramSocket(new InetSocketAddress(loopback, 0))) {
      List<ListeningSocket> sockets = ListeningSocket.of(List.of(ProcessHandle.current().pid()));

      assertThat(sockets)
          .filteredOn(ListeningSocket::isBeyondLoopback)
          .extracting(ListeningSocket::port)
          .contains(open.getLocalPort())
          .doesNotContain(local.getLocalPort(), packets.getLocalPort());
      assertThat(sockets)
          .extracting(socket -> socket.protocol() + socket.port())
          .contains("tcp" + local.getLocalPort(), "udp" + packets.getLocalPort());
    }
  }
}
