package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.WholeFile;
import io.hybridycsb.harness.system.Passwords;
import io.hybridycsb.settings.Secrets;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tells whether a run had the same secrets as another, though its result hides them. Beside the
 * result is an HMAC-SHA256 of them, with a key that only the owner of the results can read.
 *
 * @param out the directory of all results
 */
record SecretsMark(Path out) {
  /** Beside a result; missing if the run had no secrets. */
  private static final String FILE = "secrets.mark";

  private static final String KEY_FILE = ".secrets-key";
  private static final String ALGORITHM = "HmacSHA256";

  /** Whether the run in a directory had the point's secrets. */
  boolean isOf(Point point, Path directory) {
    Path file = directory.resolve(FILE);
    return of(point).equals(Files.exists(file) ? Disk.read(file) : "");
  }

  /** Leaves the mark of a run. */
  void write(Point point, Path directory) {
    Path file = directory.resolve(FILE);
    String mark = of(point);
    if (mark.isEmpty()) {
      Disk.remove(file);
    } else {
      WholeFile.write(file, mark);
    }
  }

  /** In hex; empty without secrets. */
  private String of(Point point) {
    Map<String, String> values = new TreeMap<>();
    point.cluster().options().forEach((name, value) -> add(values, "option ", name, value));
    OneRun.recorded(point).forEach((name, value) -> add(values, "property ", name, value));
    if (values.isEmpty()) {
      return "";
    }
    try {
      byte[] key = Passwords.in(out.resolve(KEY_FILE)).getBytes(StandardCharsets.US_ASCII);
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      values.forEach(
          (name, value) ->
              mac.update((name + '\0' + value + '\0').getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void add(Map<String, String> values, String kind, String name, String value) {
    if (!Secrets.shown(name, value).equals(value)) {
      values.put(kind + name, value);
    }
  }
}
