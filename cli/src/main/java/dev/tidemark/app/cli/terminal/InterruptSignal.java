package dev.tidemark.app.cli.terminal;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/// Interrupt signal: what Ctrl-C at a terminal sends. Until it is closed, an action is called for
/// each, in place of ending the process.
///
/// The class of the JDK for signals is called by reflection, because the compiler warns of every
/// use of it and the warning cannot be switched off.
public final class InterruptSignal implements AutoCloseable {
  private static final String CLASS = "sun.misc.Signal";

  private @Nullable Method handle;
  private @Nullable Object interrupt;
  private @Nullable Object before;

  /// Does nothing where the process was started with the signal ignored, and where the JDK has no
  /// signals.
  public InterruptSignal(Runnable action) {
    try {
      var signal = Class.forName(CLASS);
      var handler = Class.forName(CLASS + "Handler");
      var own =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (!method.getName().equals("handle")) {
                  return method.invoke(CLASS, arguments);
                }
                action.run();
                return null;
              });
      handle = signal.getMethod("handle", signal, handler);
      interrupt = signal.getConstructor(String.class).newInstance("INT");
      before = handle.invoke(null, interrupt, own);
      if (handler.getField("SIG_IGN").get(null).equals(before)) {
        close();
      }
    } catch (ReflectiveOperationException absent) {
      // The default stays.
    }
  }

  /// Restores what was done with the signal before.
  @Override
  public void close() {
    try {
      if (handle != null && before != null) {
        handle.invoke(null, interrupt, before);
      }
    } catch (ReflectiveOperationException absent) {
      // As it was.
    }
  }
}
