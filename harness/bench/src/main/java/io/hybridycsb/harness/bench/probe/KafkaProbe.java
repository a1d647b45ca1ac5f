package io.hybridycsb.harness.bench.probe;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunWarning.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/**
 * Kafka brokers' own counters of requests, and of records and bytes written and read (VLDB'22,
 * figure 8), by JMX on the same machine. What brokers copy from each other isn't counted.
 *
 * <p>A broker counts the records written, but of reads only the bytes. Readers get batches as they
 * were written, so the records read are the bytes read divided by the mean size of a written
 * record.
 *
 * @param brokers reads the counters
 * @param timeout how long to wait for the brokers' answers
 */
record KafkaProbe(Callable<SortedMap<String, Double>> brokers, Duration timeout) implements Probe {
  private static final String WRITTEN = "MessagesInPerSec";
  private static final String BYTES_WRITTEN = "BytesInPerSec";
  private static final String BYTES_READ = "BytesOutPerSec";
  private static final String PRODUCE = "Produce";

  /** Fetches of readers; those of other brokers are FetchFollower. */
  private static final String FETCH = "FetchConsumer";

  private static final List<String> TOPIC_METRICS = List.of(WRITTEN, BYTES_WRITTEN, BYTES_READ);
  private static final List<String> REQUESTS = List.of(PRODUCE, FETCH);

  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  /**
   * @param pids of all brokers
   */
  KafkaProbe(List<Long> pids) {
    this(() -> read(pids), TIMEOUT);
  }

  /** JMX calls have no timeout, so a separate thread does the waiting. */
  @Override
  public SortedMap<String, Double> read() throws InterruptedException {
    FutureTask<SortedMap<String, Double>> reading = new FutureTask<>(brokers);
    Thread thread = new Thread(reading, "kafka counters");
    thread.setDaemon(true);
    thread.start();
    try {
      return reading.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The run counts even if a broker doesn't answer.
      return new TreeMap<>();
    } finally {
      reading.cancel(true);
    }
  }

  private static SortedMap<String, Double> read(List<Long> pids)
      throws IOException, JMException, AttachNotSupportedException {
    SortedMap<String, Double> counts = new TreeMap<>();
    for (long pid : pids) {
      add(pid, counts);
    }
    return counts;
  }

  /** The address comes from the local broker's own JVM, so the lookup reaches nothing foreign. */
  @SuppressWarnings("BanJNDI")
  private static void add(long pid, SortedMap<String, Double> counts)
      throws IOException, JMException, AttachNotSupportedException {
    try (JMXConnector connector = JMXConnectorFactory.connect(new JMXServiceURL(address(pid)))) {
      MBeanServerConnection broker = connector.getMBeanServerConnection();
      for (String name : TOPIC_METRICS) {
        String bean = "kafka.server:type=BrokerTopicMetrics,name=" + name;
        counts.merge(name, sum(broker, bean), Double::sum);
      }
      for (String request : REQUESTS) {
        String beans = "kafka.network:type=RequestMetrics,name=RequestsPerSec,request=%s,version=*";
        counts.merge(request, sum(broker, beans.formatted(request)), Double::sum);
      }
    }
  }

  /** Over all beans with such a name; a broker has none of what it has never done. */
  private static double sum(MBeanServerConnection broker, String beans)
      throws IOException, JMException {
    double sum = 0;
    for (ObjectName bean : broker.queryNames(new ObjectName(beans), null)) {
      sum += ((Number) broker.getAttribute(bean, "Count")).doubleValue();
    }
    return sum;
  }

  private static String address(long pid) throws IOException, AttachNotSupportedException {
    VirtualMachine broker = VirtualMachine.attach(Long.toString(pid));
    try {
      return broker.startLocalManagementAgent();
    } finally {
      broker.detach();
    }
  }

  @Override
  public Findings findings(SortedMap<String, Double> counted, int nodes) {
    SortedMap<String, Double> counters = new TreeMap<>();
    if (counted.size() < TOPIC_METRICS.size() + REQUESTS.size()) {
      return Findings.warning(Kind.BROKER_UNREAD.of());
    }
    double written = counted.get(WRITTEN);
    double bytesWritten = counted.get(BYTES_WRITTEN);
    double bytesRead = counted.get(BYTES_READ);
    counters.put(Counters.KAFKA_WRITTEN, written);
    counters.put(Counters.KAFKA_BYTES_WRITTEN, bytesWritten);
    counters.put(Counters.KAFKA_BYTES_READ, bytesRead);
    counters.put(Counters.KAFKA_PRODUCES, counted.get(PRODUCE));
    counters.put(Counters.KAFKA_FETCHES, counted.get(FETCH));
    if (bytesWritten > 0) {
      counters.put(Counters.KAFKA_READ, bytesRead / (bytesWritten / written));
    }
    return Findings.counted(counters);
  }
}
