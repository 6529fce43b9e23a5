package dev.tidemark.worker;

import com.github.kagkarlsson.scheduler.jdbc.JdbcTaskRepositoryContext;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.task.Execution;
import java.time.Instant;
import java.util.List;

/// Lock-and-fetch statement: takes due entries of the tasks that a worker knows.
///
/// The statement of db-scheduler takes entries of other tasks too, until it has seen one of each,
/// and waits for the disk. This one does not: if a crash of the server loses that an entry was
/// taken, another worker takes it, and finds that the run is claimed. The setting is that of the
/// transaction alone, so it does not stay on a connection that a pooler gives to others.
final class TakeStatement extends PostgreSqlJdbcCustomization {
  private static final String TAKE =
      """
      update work set picked = true, picked_by = ?, last_heartbeat = ?, version = version + 1
      where (task_name, task_instance) in (
        select task_name, task_instance from work
        where not picked and execution_time <= ? and task_name = any(?)
        order by priority desc, execution_time limit ? for update skip locked)
      returning *, set_config('synchronous_commit', 'off', true)
      """;

  private final List<String> tasks;

  TakeStatement(List<String> tasks) {
    super(false, false);
    this.tasks = List.copyOf(tasks);
  }

  @Override
  public List<Execution> lockAndFetchSingleStatement(
      JdbcTaskRepositoryContext context, Instant now, int limit, boolean byPriority) {
    return context.jdbcRunner.query(
        TAKE,
        statement -> {
          statement.setString(1, context.schedulerName.getName());
          setInstant(statement, 2, now);
          setInstant(statement, 3, now);
          statement.setArray(4, statement.getConnection().createArrayOf("text", tasks.toArray()));
          statement.setInt(5, limit);
        },
        context.resultSetMapper.get());
  }
}
