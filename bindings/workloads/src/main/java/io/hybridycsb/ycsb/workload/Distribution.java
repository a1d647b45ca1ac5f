package io.hybridycsb.ycsb.workload;

import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import java.util.Properties;

/** Which records transactions choose: the properties that all these workloads have. */
public final class Distribution {
  private enum Kind {
    UNIFORM,
    ZIPFIAN
  }

  /** YCSB's own name. */
  private static final Property<Kind> KIND =
      Property.choice("requestdistribution", Kind.UNIFORM, "which records are chosen");

  private static final Property<Double> THETA =
      Property.of(
          "zipfian.constant",
          Form.decimal(0, ZipfianChooser.THETA_MAX),
          "0.99",
          "theta of the Zipfian distribution");

  private static final PropertySet NAME = PropertySet.of("requestdistribution", Distribution.class);
  private static final PropertySet CONSTANT = PropertySet.of("zipfian.", Distribution.class);

  private Distribution() {}

  /**
   * Chooses records as the properties say.
   *
   * @throws IllegalArgumentException if one is wrong
   */
  public static RecordChooser of(Properties properties, int records) {
    double theta = CONSTANT.read(properties).get(THETA);
    return new ZipfianChooser(records, isUniform(properties) ? 0 : theta);
  }

  /** Whether each record is chosen as often as any other. */
  static boolean isUniform(Properties properties) {
    return NAME.read(properties).get(KIND) == Kind.UNIFORM;
  }
}
