package dev.tidemark.stores.file.io;

import dev.tidemark.checkpoint.CheckpointId;
import dev.tidemark.store.StoreException.BusyException;
import dev.tidemark.stores.file.io.StorageIo.Held;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Run locks: one writer at a time for each document, among threads and among processes.
///
/// Documents share 256 lock files, which are never deleted: after a deletion two writers could hold
/// "the" lock, on two files. The system frees the lock of a process that ends.
///
/// A process loses its lock when *any* of its threads closes the file, so a mutex common to all
/// stores of the process decides first, and only its holder opens the file.
public final class RunLocks {
  private static final int STRIPES = 256;
  private static final long LONGEST_NAP_MILLIS = 16;
  private static final ConcurrentHashMap<Path, ReentrantLock> MUTEXES = new ConcurrentHashMap<>();

  private final StorageIo io;
  private final Path folder;
  private final long patienceMillis;
  private volatile @Nullable Path realFolder;

  /// @param folder where the lock files are; it need not be there yet
  /// @param patienceMillis how long to wait for others
  public RunLocks(StorageIo io, Path folder, long patienceMillis) {
    this.io = io;
    this.folder = folder;
    this.patienceMillis = patienceMillis;
  }

  /// Waits for the lock of a document. The folder of the lock files must be there.
  ///
  /// @throws BusyException if others keep it for too long
  public Held acquire(CheckpointId id, String path) throws IOException {
    return acquireFile(id, realFolder().resolve(stripe(path)));
  }

  private Held acquireFile(CheckpointId id, Path file) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(patienceMillis);
    var mutex = mutex(file);
    if (!enter(mutex, deadline)) {
      throw new BusyException(id, patienceMillis);
    }
    boolean locked = false;
    try {
      var held = poll(id, file, deadline);
      locked = true;
      return () -> release(mutex, held);
    } finally {
      if (!locked) {
        mutex.unlock();
      }
    }
  }

  /// Waits for all locks, so that no writer is at work.
  ///
  /// @throws BusyException if others keep one for too long; none is held then
  public Held acquireAll(CheckpointId id) throws IOException {
    var names = io.list(folder);
    var all = new ArrayDeque<Held>();
    boolean complete = false;
    try {
      for (var name : names) {
        all.push(acquireFile(id, realFolder().resolve(name)));
      }
      complete = true;
      return () -> releaseAll(all);
    } finally {
      if (!complete) {
        releaseAll(all);
      }
    }
  }

  private static void releaseAll(ArrayDeque<Held> all) throws IOException {
    while (!all.isEmpty()) {
      all.pop().close();
    }
  }

  private static ReentrantLock mutex(Path file) {
    var there = MUTEXES.get(file);
    if (there != null) {
      return there;
    }
    var fresh = new ReentrantLock();
    var raced = MUTEXES.putIfAbsent(file, fresh);
    return raced == null ? fresh : raced;
  }

  private static void release(ReentrantLock mutex, Held held) throws IOException {
    try {
      held.close();
    } finally {
      mutex.unlock();
    }
  }

  private Path realFolder() throws IOException {
    var known = realFolder;
    if (known == null) {
      known = io.realPath(folder);
      realFolder = known;
    }
    return known;
  }

  private static boolean enter(ReentrantLock mutex, long deadline) {
    if (mutex.tryLock()) {
      return true;
    }
    try (var calm = InterruptShield.begin()) {
      while (true) {
        try {
          return mutex.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException later) {
          calm.interrupted();
        }
      }
    }
  }

  private Held poll(CheckpointId id, Path file, long deadline) throws IOException {
    var held = io.lock(file);
    if (held != null) {
      return held;
    }
    long nap = 1;
    try (var calm = InterruptShield.begin()) {
      while (System.nanoTime() - deadline < 0) {
        calm.sleep(nap);
        nap = Math.min(2 * nap, LONGEST_NAP_MILLIS);
        held = io.lock(file);
        if (held != null) {
          return held;
        }
      }
    }
    throw new BusyException(id, patienceMillis);
  }

  private static String stripe(String path) {
    int hash = path.hashCode();
    int number = (hash ^ hash >>> 8 ^ hash >>> 16 ^ hash >>> 24) & (STRIPES - 1);
    return (number < 16 ? "0" : "") + Integer.toHexString(number);
  }
}
