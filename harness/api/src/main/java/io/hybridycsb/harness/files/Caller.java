package io.hybridycsb.harness.files;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The user whose command this is. What a cluster's files say is run, and so are programs in his
 * cache. So these must be his own, and nobody else may write to them, nor put others in their
 * place.
 *
 * @param uid his number
 * @param behindSudo the number of the user who called sudo, whose files root takes for his own
 */
public record Caller(long uid, OptionalLong behindSudo) {
  private static final long ROOT = 0;
  private static final int WRITABLE_FOR_OTHERS = 0002;
  private static final int WRITABLE_FOR_GROUP = 0020;

  /** Of a directory: only its owner and that of an entry may rename or remove the entry. */
  private static final int STICKY = 01000;

  /** As many as Linux follows on the way to a file. */
  private static final int LINKS_MAX = 40;

  private static final LinkOption[] OF_LINK = {LinkOption.NOFOLLOW_LINKS};
  private static final LinkOption[] OF_TARGET = {};
  private static final Caller CURRENT = of(uidOfThisProcess(), System.getenv());

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

  /** He need not have a name, as in a container. */
  private static long uidOfThisProcess() {
    return Attempt.get(
        "tell who runs this",
        () -> {
          Path process = Path.of("/proc/self");
          if (Files.exists(process)) {
            return uidOf(process);
          }
          Path own = Files.createTempFile("caller", "");
          try {
            return uidOf(own);
          } finally {
            Files.delete(own);
          }
        });
  }

  public boolean isRoot() {
    return uid == ROOT;
  }

  /**
   * Refuses a file or directory that isn't the caller's own, or to which group or others may write.
   * A symbolic link has to be his own, and so has what it leads to. Refuses, too, a place that
   * somebody else may replace: each directory and link on the way has to be the caller's or root's.
   * Others may not write to such a directory, unless it is sticky as /tmp is, or the group is its
   * owner's private one. What isn't there is accepted, if what is there of the way is.
   *
   * @param elsewhere what to do if it can't be mended, for the message
   * @throws HarnessException if it is refused
   */
  public void requireOwn(Path place, String elsewhere) {
    Attempt.to(
        "tell whose %s is".formatted(place),
        () -> {
          requireOwnItself(place, elsewhere);
          for (Path on : way(place)) {
            requireNotReplaced(place, on, elsewhere);
          }
        });
  }

  private void requireOwnItself(Path place, String elsewhere) throws IOException {
    try {
      for (LinkOption[] options : List.of(OF_LINK, OF_TARGET)) {
        if (!isOwn(uidOf(place, options))) {
          throw new HarnessException(
              "%s belongs to another user, and what is in it is run: %s"
                  .formatted(place, elsewhere));
        }
      }
      if ((mode(place) & (WRITABLE_FOR_GROUP | WRITABLE_FOR_OTHERS)) != 0) {
        throw new HarnessException(
            "others may write to %s, and what is in it is run: if it is all yours, run 'chmod go-w %s'"
                .formatted(place, place));
      }
    } catch (NoSuchFileException e) {
      // Nothing will be read there.
      return;
    }
  }

  /**
   * All directories and links through which the system goes to a place, from the file system's root
   * on, as far as they are there.
   */
  private static List<Path> way(Path place) throws IOException {
    Path at = place.toAbsolutePath().getRoot();
    List<Path> way = new ArrayList<>(List.of(at));
    Deque<Path> names = new ArrayDeque<>();
    place.toAbsolutePath().forEach(names::add);
    int links = 0;
    while (!names.isEmpty()) {
      Path next = at.resolve(names.pop()).normalize();
      if (Files.isSymbolicLink(next)) {
        if (++links > LINKS_MAX) {
          throw new FileSystemLoopException(place.toString());
        }
        way.add(next);
        Path target = Files.readSymbolicLink(next);
        at = target.isAbsolute() ? target.getRoot() : at;
        List<Path> more = new ArrayList<>();
        target.forEach(more::add);
        for (int i = more.size() - 1; i >= 0; i--) {
          names.push(more.get(i));
        }
      } else if (names.isEmpty() || !Files.exists(next)) {
        return way;
      } else {
        way.add(next);
        at = next;
      }
    }
    return way;
  }

  private void requireNotReplaced(Path place, Path on, String elsewhere) throws IOException {
    long owner = uidOf(on, OF_LINK);
    if (owner != ROOT && !isOwn(owner)) {
      throw new HarnessException(
          "another user may replace %s, because %s is his, and what is in it is run: %s"
              .formatted(place, on, elsewhere));
    }
    if (!Files.isSymbolicLink(on) && letsOthersWrite(on)) {
      throw new HarnessException(
          "others may replace %1$s, because they may write to %2$s, and what is in it is run: run 'chmod go-w %2$s', or %3$s"
              .formatted(place, on, elsewhere));
    }
  }

  /** Whether others than its owner may replace what is in a directory. */
  private static boolean letsOthersWrite(Path directory) throws IOException {
    int mode = mode(directory);
    return (mode & STICKY) == 0
        && ((mode & WRITABLE_FOR_OTHERS) != 0
            || ((mode & WRITABLE_FOR_GROUP) != 0 && !isOfPrivateGroup(directory)));
  }

  /** Many systems give each user a group of his own, which has his name. */
  private static boolean isOfPrivateGroup(Path directory) throws IOException {
    PosixFileAttributes attributes = Files.readAttributes(directory, PosixFileAttributes.class);
    return attributes.owner().getName().equals(attributes.group().getName());
  }

  private static long uidOf(Path place, LinkOption... options) throws IOException {
    return Integer.toUnsignedLong((Integer) Files.getAttribute(place, "unix:uid", options));
  }

  private static int mode(Path place) throws IOException {
    return (Integer) Files.getAttribute(place, "unix:mode");
  }

  private boolean isOwn(long owner) {
    return owner == uid || (behindSudo.isPresent() && owner == behindSudo.getAsLong());
  }
}
