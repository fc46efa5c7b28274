// The tables, as a list of migrations: each is run once, in order. A migration that was released is never changed.

/** Statements of each migration; the version of a schema is the number of migrations that were run. */
export const MIGRATIONS: readonly string[] = [
  `
create table programs (
  hash bytea primary key,
  content bytea not null
);
create table tasks (
  hash bytea primary key,
  id text not null,
  content bytea not null
);
create table settings (
  hash bytea primary key,
  content jsonb not null
);
create table blocks (
  hash bytea primary key,
  programs bytea[] not null
);
create table runs (
  id text primary key,
  settings bytea not null references settings,
  pairing text not null,
  outputs text not null,
  programs integer not null,
  tasks integer not null,
  pairs bigint not null,
  evaluations bigint not null,
  known_evaluations bigint not null,
  chunks integer not null,
  submitted_at timestamptz not null default now()
);
create table run_programs (
  run text not null references runs on delete cascade,
  number integer not null,
  content bytea not null,
  primary key (run, number)
);
create table run_hashes (
  run text not null references runs on delete cascade,
  kind text not null,
  number integer not null,
  hashes bytea[] not null,
  primary key (run, kind, number)
);
create table chunks (
  id bigint generated always as identity primary key,
  run text not null references runs on delete cascade,
  settings bytea not null,
  priority smallint not null,
  blocks bytea[] not null,
  tasks bytea[] not null,
  evaluations integer not null,
  state smallint not null default 0,
  attempts smallint not null default 0,
  failures smallint not null default 0,
  owner uuid,
  started_at timestamptz,
  leased_until timestamptz,
  spare uuid,
  spare_until timestamptz,
  error text
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
create index chunks_ready on chunks (priority desc, id) where state = 0;
create index chunks_leased on chunks (id) where state = 1;
create index chunks_failed on chunks (id) where state = 3;
create index chunks_run on chunks (run);
create table results (
  settings bytea not null,
  task bytea not null,
  block bytea not null,
  evaluations integer not null,
  right_count integer not null,
  wrong_count integer not null,
  error_count integer not null,
  limit_count integer not null,
  unknown_count integer not null,
  content bytea not null,
  primary key (settings, task, block)
);
create table scores (
  settings bytea not null,
  task bytea not null,
  program bytea not null,
  verdict text not null,
  demos_right integer not null,
  tests_right integer not null,
  primary key (settings, task, program)
);
create index scores_program on scores (program);
create table lineage (
  child bytea not null,
  parent bytea not null,
  change text not null,
  primary key (child, parent, change)
);
create index lineage_parent on lineage (parent);
create table workers (
  id uuid primary key,
  host text not null,
  pid integer not null,
  backend text not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  rate real not null default 0,
  failures integer not null default 0,
  problem text
);
create table progress (
  run text not null references runs on delete cascade,
  worker uuid not null,
  chunks integer not null,
  evaluations bigint not null,
  busy_ms double precision not null,
  primary key (run, worker)
);
alter table programs alter content set storage external;
alter table tasks alter content set storage external;
alter table results alter content set storage external;
alter table run_programs alter content set storage external;
`,
]
