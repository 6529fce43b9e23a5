-- Runs: the document of each, and how far its record has come.
create table run (
  id bigint generated always as identity primary key,
  dialect text not null,
  workflow text not null,
  item text,
  -- Where the document stands in a work tree, from the root of the project.
  path text not null,
  -- The document, byte for byte; null where there is none.
  document bytea,
  revision text generated always as (encode(sha256(document), 'hex')) stored,
  -- The sequence of the newest record; 0 where there is none.
  head bigint not null default 0,
  -- Counts what makes a statement invalid that is still on its way: see docs/stores/postgres.md.
  turn bigint not null default 0,
  -- The file of the record that is written to now: its number, its first record, its bytes.
  segment int not null default 0,
  segment_first bigint not null default 0,
  segment_bytes bigint not null default 0,
  changed_at timestamptz not null default clock_timestamp(),
  -- Who works on the run alone, until when, and how many have before.
  fence bigint not null default 0,
  owner text,
  lease interval,
  lease_until timestamptz,
  unique (dialect, path)
-- Two versions of a document of usual size share a page: a change neither compresses one nor moves it
-- to a table beside.
) with (fillfactor = 80, toast_tuple_target = 4080);

-- The first line of each file of a record, and what a crash tore off its end.
create table segment (
  run bigint not null,
  number int not null,
  header text not null,
  torn bytea not null default ''::bytea,
  primary key (run, number)
);

-- The lines of the records, exactly as in files but for the line feed.
create table record (
  run bigint not null,
  sequence bigint not null,
  segment int not null,
  line text not null,
  primary key (run, sequence)
);

-- What crashes tore off records in files, before a run came here.
create table fragment (
  run bigint not null,
  name text not null,
  content bytea not null,
  primary key (run, name)
);
