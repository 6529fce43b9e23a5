package dev.tidemark.library;

import dev.tidemark.stores.file.io.DiskIo;
import dev.tidemark.stores.file.io.StorageIo;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Disks on which something goes wrong.
final class Disks {
  private Disks() {}

  /// Decides about one operation, by throwing or not.
  private interface Fault {
    void on(String operation, Object[] arguments) throws IOException;
  }

  /// Returns a disk that refuses to read files of that name, whoever asks.
  static StorageIo unreadable(String name) {
    return faulty(
        (operation, arguments) -> {
          if (operation.equals("read") && ((Path) arguments[0]).endsWith(name)) {
            throw new AccessDeniedException(arguments[0].toString());
          }
        });
  }

  /// Returns a disk whose operations fail from the given one on, counted from 1.
  static StorageIo failingFrom(int first, AtomicInteger count) {
    return faulty(
        (operation, arguments) -> {
          if (!List.of("close", "random", "unlink").contains(operation)
              && count.incrementAndGet() >= first) {
            throw new IOException("Input/output error at " + operation);
          }
        });
  }

  private static StorageIo faulty(Fault fault) {
    return proxy(StorageIo.class, new DiskIo(), fault);
  }

  private static <T> T proxy(Class<T> type, Object real, Fault fault) {
    InvocationHandler handler =
        (self, method, arguments) -> {
          fault.on(method.getName(), arguments);
          try {
            var answer = method.invoke(real, arguments);
            return answer instanceof StorageIo.Output output
                ? proxy(StorageIo.Output.class, output, fault)
                : answer;
          } catch (InvocationTargetException failure) {
            throw failure.getCause();
          }
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
