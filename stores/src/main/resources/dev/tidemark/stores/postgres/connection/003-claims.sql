-- Since when somebody works on a run alone; claims of before have none.
alter table run add column lease_since timestamptz;
