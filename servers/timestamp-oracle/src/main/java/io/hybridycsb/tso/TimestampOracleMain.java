package io.hybridycsb.tso;

import io.hybridycsb.commands.Parts;
import io.hybridycsb.commands.Program;
import io.hybridycsb.commands.RunningServer;
import io.hybridycsb.commands.ServeFrame;
import io.hybridycsb.metrics.MetricsServer;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.tso.client.AllocateMethod;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeExceptionMapper;

/** The command that runs a timestamp oracle until it is terminated. */
@Command(
    name = "timestamp-oracle",
    description = "Hands out unique, increasing timestamps; never one twice, across crashes.",
    sortOptions = false,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"1:The address or the data directory can't be used.", "2:Wrong usage."})
public final class TimestampOracleMain extends ServeFrame implements IExitCodeExceptionMapper {
  private static final Property<String> LISTEN =
      Property.required("tso.listen", Form.text("HOST:PORT"), "where clients connect to");
  private static final Property<Path> DATA_DIR =
      Property.requiredFile("data.dir", "where ceilings are logged; created when absent");
  private static final Property<Long> CEILING_STEP =
      Property.number(
          "ceiling.step",
          TimestampOracleServer.DEFAULT_CEILING_STEP,
          AllocateMethod.MAX_COUNT,
          Long.MAX_VALUE,
          "timestamps per logged ceiling");
  private static final Property<Long> START_ABOVE =
      Property.number(
          "start.above",
          FileCeilingLog.START_UNKNOWN,
          FileCeilingLog.START_UNKNOWN,
          Long.MAX_VALUE / 2,
          "hand out higher timestamps only; 0 at a new cluster's first start, else at least the"
              + " newest timestamp of the ledgers; -1: go on from the logged ceilings");
  private static final Property<String> TLS_CERTIFICATE =
      Property.text(
          "tls.certificate", "FILE", "", "what it shows, PEM; plain connections if empty");
  private static final Property<String> TLS_KEY =
      Property.text("tls.key", "FILE", "", "the certificate's private key, PKCS#8 in PEM");
  private static final Property<String> TLS_CA =
      Property.text("tls.ca", "FILE", "", "CA whose clients alone are served, PEM; all if empty");

  static final SettingNames NAMES =
      new SettingNames(
          List.of(LISTEN, DATA_DIR, CEILING_STEP, START_ABOVE, TLS_CERTIFICATE, TLS_KEY, TLS_CA));

  private final Map<String, String> environment;

  private TimestampOracleMain(Map<String, String> environment) {
    super(NAMES);
    this.environment = environment;
  }

  public static void main(String[] args) {
    Program.main(args, TimestampOracleMain::program);
  }

  public static Program program() {
    return program(System.getenv());
  }

  /** The program in another environment. */
  static Program program(Map<String, String> environment) {
    return Program.ofOne("timestamp-oracle", new TimestampOracleMain(environment));
  }

  @Override
  public int getExitCode(Throwable failure) {
    return failure instanceof IllegalArgumentException
        ? CommandLine.ExitCode.USAGE
        : CommandLine.ExitCode.SOFTWARE;
  }

  @Override
  protected Settings read(List<Path> files, Map<String, String> variables, List<String> set) {
    return super.read(files, environment, set);
  }

  @Override
  protected RunningServer open(Settings settings, Parts parts) throws IOException {
    TimestampOracleServer server =
        parts.add(
            TimestampOracleServer.start(
                settings.get(LISTEN),
                settings.get(DATA_DIR),
                settings.get(CEILING_STEP),
                settings.get(START_ABOVE),
                tls(settings)));
    MetricsServer metrics =
        parts.add(new MetricsServer(settings.find(SettingNames.METRICS_LISTEN), server::isServing));
    show(metrics, server);
    return server;
  }

  /** The oracle's own metrics, beside those of every {@link MetricsServer}. */
  static void show(MetricsServer metrics, TimestampOracleServer oracle) {
    metrics.counter("tso.timestamps", "Timestamps handed out since the start", oracle::timestamps);
    metrics.gauge(
        "tso.ceiling",
        "The durable ceiling, below which timestamps may be handed out",
        oracle::ceiling);
    metrics.gauge(
        "tso.requests.waiting", "Requests that wait for a ceiling to be logged", oracle::waiting);
    metrics.gauge("tso.streams", "Streams of clients that are open", oracle::streams);
  }

  private static Optional<ServerTls> tls(Settings settings) {
    TlsFiles files = TlsFiles.of("tls.", settings::text);
    if (files.ca().isPresent() && files.certificate().isEmpty()) {
      throw new IllegalArgumentException(
          settings.source(TLS_CA.name()) + ": tls.ca needs tls.certificate and tls.key");
    }
    return ServerTls.of(files);
  }
}
