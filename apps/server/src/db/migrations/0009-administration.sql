-- Metrics, the audit log, announcements, settings of administrators.

-- Metrics by process; readers combine them.
create table metrics (
  process_id uuid not null,
  seconds    integer not null check (seconds in (10, 60, 600)), -- length of the interval
  at         timestamptz not null,         -- end of the interval
  data       jsonb not null,
  primary key (seconds, at, process_id)
);

-- Number of equal errors. Messages are not stored, because they may contain user text.
create table error_stats (
  fingerprint text primary key,
  kind        text not null check (kind in ('bug', 'fault')),
  name        text not null,               -- name and code of the error
  place       text not null,               -- file and line of the product in which it occurred
  count       bigint not null default 0,
  first_seen  timestamptz not null,
  last_seen   timestamptz not null
);
create index error_stats_last on error_stats (last_seen);

-- Events that concern the server. Rows are not changed, and are deleted after the configured time.
create table audit_log (
  id         uuid primary key,
  actor_id   uuid references users on delete set null, -- null: unknown
  action     text not null,
  target     text,                         -- id of a user, token, project or document, or null
  data       jsonb not null default '{}',  -- no secrets and no user text
  address    text,                         -- address of the caller; null for a command
  created_at timestamptz not null default now()
);
create index audit_log_order on audit_log (created_at desc, id desc);
create index audit_log_actor on audit_log (actor_id, created_at desc, id desc);

-- Messages to all signed-in users.
create table announcements (
  id         uuid primary key,
  text       text not null,
  starts_at  timestamptz not null,
  ends_at    timestamptz,                  -- null: until it is ended
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index announcements_order on announcements (starts_at desc, id desc);

-- Settings that administrators changed; they replace those of the environment.
create table server_choices (
  name       text primary key,
  value      jsonb not null,
  changed_by uuid references users on delete set null,
  changed_at timestamptz not null default now()
);
