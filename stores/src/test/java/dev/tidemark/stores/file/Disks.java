package dev.tidemark.stores.file;

import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StorageIo;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;

/// Disks of which one operation is different.
public final class Disks {
  private Disks() {}

  /// One operation, done in another way.
  private interface Instead {
    /// Returns what the operation returns, or [#AS_USUAL].
    Object of(Method method, Object[] arguments) throws Throwable;
  }

  private static final Object AS_USUAL = new Object();

  /// Returns a disk that does not wait for its medium, for tests in which nothing crashes.
  public static StorageIo unforced() {
    return with(
        new DiskIo(),
        (method, arguments) -> method.getName().startsWith("force") ? null : AS_USUAL);
  }

  /// Returns a disk that counts the bytes that are read from it.
  static StorageIo counting(AtomicLong read) {
    return with(
        unforced(),
        (method, arguments) -> {
          if (method.getName().equals("read")) {
            var bytes = (byte[]) method.invoke(new DiskIo(), arguments);
            read.addAndGet(bytes == null ? 0 : bytes.length);
            return bytes;
          }
          return AS_USUAL;
        });
  }

  /// Returns a disk on a file system of that type.
  static StorageIo ofType(String type) {
    return with(
        new DiskIo(),
        (method, arguments) -> method.getName().equals("fileSystemType") ? type : AS_USUAL);
  }

  /// Returns a disk that is full after that many bytes: the write that goes beyond is done in part.
  static StorageIo full(long bytes) {
    var left = new AtomicLong(bytes);
    return with(
        new DiskIo(),
        (method, arguments) -> {
          if (method.getName().equals("write")) {
            int length = ((byte[]) arguments[0]).length;
            long room = left.getAndAdd(-length);
            if (room < length) {
              arguments[0] =
                  java.util.Arrays.copyOf((byte[]) arguments[0], (int) Math.max(0, room));
            }
          }
          return AS_USUAL;
        },
        (method, arguments) -> {
          if (method.getName().equals("write") && left.get() < 0) {
            throw new IOException("No space left on device");
          }
        });
  }

  /// What happens after an operation.
  private interface After {
    void of(Method method, Object[] arguments) throws IOException;
  }

  private static StorageIo with(StorageIo io, Instead instead) {
    return with(io, instead, (method, arguments) -> {});
  }

  private static StorageIo with(StorageIo io, Instead instead, After after) {
    return proxy(StorageIo.class, io, instead, after);
  }

  private static <T> T proxy(Class<T> type, Object real, Instead instead, After after) {
    InvocationHandler handler =
        (self, method, arguments) -> {
          try {
            var answer = instead.of(method, arguments);
            if (answer == AS_USUAL) {
              answer = method.invoke(real, arguments);
            }
            after.of(method, arguments);
            return answer instanceof StorageIo.Output output
                ? proxy(StorageIo.Output.class, output, instead, after)
                : answer;
          } catch (InvocationTargetException failure) {
            throw failure.getCause();
          }
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
