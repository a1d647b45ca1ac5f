package io.hybridycsb.tls;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RefusedConnectionsTest {
  private static final Logger LOGGER =
      (Logger) LoggerFactory.getLogger(RefusedConnections.class.getName());

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();

  /** A clock may begin anywhere. */
  private long now = Long.MAX_VALUE - 5;

  private final RefusedConnections refused = new RefusedConnections(() -> now);

  @BeforeEach
  void listen() {
    log.start();
    LOGGER.setLevel(Level.WARN);
    LOGGER.addAppender(log);
  }

  @AfterEach
  void stop() {
    LOGGER.detachAppender(log);
    LOGGER.setLevel(null);
  }

  private void refuse(int connections) {
    for (int i = 0; i < connections; i++) {
      refused.add(InetSocketAddress.createUnresolved("stranger", 1), "no TLS");
    }
  }

  private List<String> lines() {
    return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  @Test
  void eachOfAFewIsOneLineThatSaysWhoAndWhy() {
    refuse(RefusedConnections.LINES_MAX);
    assertThat(lines())
        .hasSize(RefusedConnections.LINES_MAX)
        .allSatisfy(
            line ->
                assertThat(line)
                    .startsWith("refused a connection from stranger")
                    .endsWith(": no TLS")
                    .hasLineCount(1));
  }

  @Test
  void ofManyOnlySoManyAreLinesInAWhile() {
    refuse(1_000);
    now += TimeUnit.MILLISECONDS.toNanos(RefusedConnections.PERIOD_MS) - 1;
    refuse(1);
    assertThat(lines()).hasSize(RefusedConnections.LINES_MAX);
  }

  @Test
  void howManyWereLeftOutIsSaidOnceBeforeTheNextLine() {
    refuse(RefusedConnections.LINES_MAX + 7);
    log.list.clear();
    now += TimeUnit.MILLISECONDS.toNanos(RefusedConnections.PERIOD_MS);
    refuse(2);
    assertThat(lines()).hasSize(3);
    assertThat(lines().get(0))
        .isEqualTo("refused or closed 7 more connections, a line for each was left out");
    assertThat(lines().subList(1, 3))
        .allSatisfy(line -> assertThat(line).startsWith("refused a connection from "));
  }
}
