import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// DBOS Transact: each result is what a step of one workflow returns. After a restart the workflow
/// runs again from its beginning, with what its steps have returned before.
final class Dbos implements Peer.Run {
  private static final String RUN = "bench-run";

  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final DBOS dbos;

  /// What DBOS calls.
  public interface Steps {
    void work() throws Exception;
  }

  /// The workflow.
  public final class Results implements Steps {
    @Override
    @Workflow(name = "results")
    public void work() throws Exception {
      String newest = "";
      // The first step that was not done before tells that all before it were.
      boolean[] live = {false};
      while (true) {
        var told = newest;
        var next = live[0] ? asked.take() : null;
        newest =
            dbos.runStep(
                () -> {
                  if (next != null) {
                    return next;
                  }
                  live[0] = true;
                  answers.put(told);
                  return asked.take();
                },
                "result");
        if (live[0]) {
          answers.put(newest);
        }
      }
    }
  }

  private Dbos(String url) throws Exception {
    var config =
        DBOSConfig.defaults("bench")
            .withDatabaseUrl(url)
            .withDbUser("postgres")
            .withDbPassword("postgres")
            .withAppVersion("1")
            .withExecutorId("bench");
    dbos = new DBOS(config);
    var steps = dbos.registerProxy(Steps.class, new Results());
    dbos.launch();
    if (dbos.getWorkflowStatus(RUN).isEmpty()) {
      dbos.startWorkflow(steps::work, new StartWorkflowOptions(RUN));
    }
  }

  public static void main(String[] args) throws Exception {
    Peer.serve(args, Dbos::new);
  }

  @Override
  public String newest() throws Exception {
    return answers.take();
  }

  @Override
  public void append(String result) throws Exception {
    asked.put(result);
    answers.take();
  }
}
