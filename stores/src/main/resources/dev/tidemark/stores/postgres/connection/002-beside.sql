-- What protocols keep beside their documents, such as compressed copies of finished ones.
create table kept (
  path text primary key,
  content bytea not null
);

-- Copies of documents that could not be read.
create table aside (
  path text primary key,
  content bytea not null
);

-- What lists remember. Disposable: an entry counts only while its run stands as it says.
create table summary (
  run bigint not null,
  edition text not null,
  head bigint not null,
  turn bigint not null,
  revision text,
  ended boolean not null,
  text text not null,
  primary key (run, edition)
);

-- How far each listener has been told the past.
create table cursor (
  listener text primary key,
  content text not null
);
