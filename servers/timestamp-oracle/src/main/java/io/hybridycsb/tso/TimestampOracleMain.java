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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExitCodeExceptionMapper;
import picocli.CommandLine.Option;

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

  @Option(
      names = "--listen",
      paramLabel = "HOST:PORT",
      description = "Where to listen; port 0 takes any free one (tso.listen).")
  private String listen;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "Where ceilings are logged; created when absent (data.dir).")
  private String data;

  @Option(
      names = "--ceiling-step",
      paramLabel = "N",
      description = "Timestamps per logged ceiling, at least 10000 (ceiling.step).")
  private String ceilingStep;

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description =
          "Serve over TLS with this certificate, PEM, with those between it and the CA's"
              + " (tls.certificate).")
  private String tlsCertificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "The certificate's private key, PKCS#8 in PEM (tls.key).")
  private String tlsKey;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "Serve only clients that show a certificate of this CA, PEM (tls.ca).")
  private String tlsCa;

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
    return super.read(files, environment, flags(set));
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
    TimestampOracleMetrics.show(metrics, server);
    return server;
  }

  /** The {@code --set} flags, then the options with names of their own, which override them. */
  private List<String> flags(List<String> set) {
    List<String> flags = new ArrayList<>(set);
    add(flags, LISTEN, listen);
    add(flags, DATA_DIR, data);
    add(flags, CEILING_STEP, ceilingStep);
    add(flags, TLS_CERTIFICATE, tlsCertificate);
    add(flags, TLS_KEY, tlsKey);
    add(flags, TLS_CA, tlsCa);
    return flags;
  }

  private static void add(List<String> flags, Property<?> property, String value) {
    if (value != null) {
      flags.add(property.name() + "=" + value);
    }
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
