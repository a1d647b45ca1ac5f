package io.hybridycsb.harness.files;

import com.sun.security.auth.module.UnixSystem;
import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The user whose command this is. What a cluster's files say is run, and so are programs in his
 * cache. So these must be his own, and nobody else may write to them.
 *
 * @param uid his number
 * @param behindSudo the number of the user who called sudo, whose files root takes for his own
 */
public record Caller(long uid, OptionalLong behindSudo) {
  private static final long ROOT = 0;
  private static final Caller CURRENT = of(new UnixSystem().getUid(), System.getenv());
  private static final int WRITABLE_FOR_GROUP_OR_OTHERS = 0022;

  /** Of this process. */
  public static Caller current() {
    return CURRENT;
  }

  /** Only root may take another's files for his own: anybody can set the variable. */
  static Caller of(long uid, Map<String, String> environment) {
    String sudo = environment.getOrDefault("SUDO_UID", "");
    return new Caller(
        uid,
        uid == ROOT && sudo.matches("[0-9]{1,10}")
            ? OptionalLong.of(Long.parseLong(sudo))
            : OptionalLong.empty());
  }

  /**
   * Refuses a file or directory that isn't the caller's own, or to which group or others may write.
   * A symbolic link has to be his own, and so has what it leads to. What isn't there is accepted.
   *
   * @param root the directory that the place is in, or the place itself, for the message
   * @param elsewhere what to do if it is another's, for the message
   * @throws HarnessException if it is refused
   */
  public void requireOwn(Path place, Path root, String elsewhere) {
    try {
      requireOwner(place, uidOf(place, LinkOption.NOFOLLOW_LINKS), elsewhere);
      requireOwner(place, uidOf(place), elsewhere);
      int mode = (Integer) Files.getAttribute(place, "unix:mode");
      if ((mode & WRITABLE_FOR_GROUP_OR_OTHERS) != 0) {
        throw new HarnessException(
            "others may write to %s, and what is in it is run: if it is all yours, run 'chmod -R go-w %s'"
                .formatted(place, root));
      }
    } catch (NoSuchFileException e) {
      // Nothing will be read there.
      return;
    } catch (IOException e) {
      throw new HarnessException("cannot tell whose %s is: %s".formatted(place, e.getMessage()), e);
    }
  }

  private static long uidOf(Path place, LinkOption... options) throws IOException {
    return ((Integer) Files.getAttribute(place, "unix:uid", options)).longValue();
  }

  private void requireOwner(Path place, long owner, String elsewhere) {
    if (owner != uid && (behindSudo.isEmpty() || owner != behindSudo.getAsLong())) {
      throw new HarnessException(
          "%s belongs to another user, and what is in it is run: %s".formatted(place, elsewhere));
    }
  }
}
