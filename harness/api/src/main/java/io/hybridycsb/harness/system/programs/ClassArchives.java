package io.hybridycsb.harness.system.programs;

import java.util.List;

/** What is archived of the classes that the release's JVMs load: without it they start slowly. */
interface ClassArchives {
  /** The options with which a JVM of this part is started; none if there is nothing to say. */
  List<String> options(ClassPart part);
}
