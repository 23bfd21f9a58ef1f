package io.holdfast.lock.core;

import static io.holdfast.lock.testkit.concurrent.Eventually.eventually;

import io.holdfast.lock.DistributedLock;
import io.holdfast.lock.core.jfr.Recorder;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import jdk.jfr.FlightRecorder;

/**
 * A process that has a client before somebody records it: {@code URI FILE OPTION...}. The options
 * are those of {@code jcmd PID JFR.start}; it does what jcmd does.
 */
final class RecordedLaterWorker {

  private RecordedLaterWorker() {}

  public static void main(String[] args) throws Exception {
    try (HoldfastClient client = HoldfastClient.connect(args[0])) {
      DistributedLock lock = client.lock("recorded later");
      take(lock);
      System.out.printf(
          "recorder %s, %s%n",
          FlightRecorder.isInitialized() ? "started" : "not started", ourEvents());
      String[] options = new String[args.length - 1];
      options[0] = "name=locks";
      System.arraycopy(args, 2, options, 1, args.length - 2);
      command("jfrStart", (Object) options);
      eventually().isTrue("it is told", () -> Recorder.here().renewal() != null);
      take(lock);
      command("jfrDump", (Object) new String[] {"name=locks", "filename=" + args[1]});
      System.out.println("recorded, " + ourEvents());
    }
  }

  private static void take(DistributedLock lock) {
    lock.lock();
    lock.unlock();
  }

  private static String ourEvents() throws JMException {
    return command("vmClassHierarchy", (Object) new String[0])
            .contains("io.holdfast.lock.core.jfr.JfrRecorder")
        ? "loaded"
        : "not loaded";
  }

  private static String command(String name, Object... arguments) throws JMException {
    return (String)
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                name,
                arguments,
                new String[] {String[].class.getName()});
  }
}
