-- The claimed runs, which are few. No column that a change or a renewal of a claim sets is in it, so
-- that both stay updates within a page.
create index run_claimed on run (dialect, workflow) where owner is not null;
