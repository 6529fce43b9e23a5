package dev.tidemark.app.cli.terminal;

import java.lang.reflect.Proxy;

/// Interrupt signal: what Ctrl-C at a terminal sends. By default it ends the process.
///
/// The class of the JDK for signals is called by reflection, because the compiler warns of every
/// use of it and the warning cannot be switched off.
public final class InterruptSignal {
  private static final String CLASS = "sun.misc.Signal";

  private InterruptSignal() {}

  /// Calls an action for each interrupt signal in place of ending the process. Does nothing where
  /// the process was started with the signal ignored, and where the JDK has no signals.
  public static void handle(Runnable action) {
    try {
      var signal = Class.forName(CLASS);
      var handler = Class.forName(CLASS + "Handler");
      var handle = signal.getMethod("handle", signal, handler);
      var own =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "handle" -> {
                      action.run();
                      yield null;
                    }
                    default -> method.invoke(CLASS, arguments);
                  });
      var interrupt = signal.getConstructor(String.class).newInstance("INT");
      var before = handle.invoke(null, interrupt, own);
      var ignored = handler.getField("SIG_IGN").get(null);
      if (ignored.equals(before)) {
        handle.invoke(null, interrupt, ignored);
      }
    } catch (ReflectiveOperationException absent) {
      // The default stays.
    }
  }
}
