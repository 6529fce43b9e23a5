-- What workers are to work at: the table of db-scheduler, which the module worker uses.
create table work (
  task_name text not null,
  -- The run.
  task_instance text not null,
  task_data bytea,
  -- When it is due.
  execution_time timestamptz not null,
  picked boolean not null,
  picked_by text,
  last_success timestamptz,
  last_failure timestamptz,
  consecutive_failures int,
  last_heartbeat timestamptz,
  version bigint not null,
  priority smallint,
  primary key (task_name, task_instance)
);
create index work_due on work (picked, priority desc, execution_time);
create index work_run on work (task_instance);

-- A row while the workers are to take nothing.
create table work_drain (
  single boolean primary key default true check (single)
);
