package dev.tidemark.bench;

import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.workflow.Workflow;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/// Steps of one workflow of DBOS Transact for each slice of a thread, in its usual configuration. A
/// step returns as many bytes as are new in a document.
final class DbosSteps implements Contestant {
  private final DBOS dbos;
  private final Steps steps;
  private final Map<String, Samples> measured = new ConcurrentHashMap<>();

  /// What DBOS runs.
  public interface Steps {
    long work(String key, long end);
  }

  /// Does nothing but steps.
  public final class Stepping implements Steps {
    @Override
    @Workflow(name = "work")
    public long work(String key, long end) {
      var samples = new Samples();
      var texts = Texts.usual();
      while (System.nanoTime() < end) {
        var news = texts.news();
        long begin = System.nanoTime();
        dbos.runStep(() -> news, "step");
        samples.add(System.nanoTime() - begin);
      }
      measured.put(key, samples);
      return samples.count();
    }
  }

  DbosSteps(String url) {
    var config =
        DBOSConfig.defaults("bench")
            .withDatabaseUrl(url.substring(0, url.indexOf('?')))
            .withDbUser("postgres")
            .withDbPassword("postgres")
            .withAdminServer(false);
    this.dbos = new DBOS(config);
    this.steps = dbos.registerProxy(Steps.class, new Stepping());
    dbos.launch();
  }

  @Override
  public Samples until(int thread, long end) {
    var key = UUID.randomUUID().toString();
    dbos.startWorkflow(() -> steps.work(key, end), new StartWorkflowOptions(key)).getResult();
    return measured.remove(key);
  }
}
