-- Files of documents, figures of the running product, and what those who run it do.

-- A picture or an attachment. The row comes first and the bytes after it: so whatever lies in the store is known here, and what
-- was broken off can be found and removed. Without a document it is to be removed: the document is gone for good.
create table files (
  id          uuid primary key,                -- also the key of the bytes in the store
  document_id uuid references documents on delete set null,
  name        text not null default '',
  type        text not null default '',        -- as the bytes say, never as the sender said
  size        bigint not null default 0,
  width       integer,
  height      integer,
  created_by  uuid references users on delete set null,
  created_at  timestamptz not null default now(),
  stored_at   timestamptz,                     -- null while the bytes arrive
  deleted_at  timestamptz
);
create index files_document on files (document_id, created_at desc, id desc);
create index files_person on files (created_by);

-- What the process measured. Each process keeps its own rows; a reader puts them together.
create table figures (
  process_id uuid not null,
  seconds    integer not null check (seconds in (10, 60, 600)), -- how long a row speaks for
  at         timestamptz not null,             -- the end of that time
  data       jsonb not null,
  primary key (seconds, at, process_id)
);

-- Errors that are one and the same, counted. Nothing of what they said: that may hold what people wrote.
create table error_figures (
  fingerprint text primary key,
  kind        text not null check (kind in ('bug', 'fault')),
  name        text not null,                   -- the kind of error and its code
  place       text not null,                   -- file and line of ours where it came from
  count       bigint not null default 0,
  first_seen  timestamptz not null,
  last_seen   timestamptz not null
);
create index error_figures_last on error_figures (last_seen);

-- What somebody wrote, by day.
create index activities_writing on activities (actor_id, created_at) where type = 'document.edited';

-- What was done that matters to those who answer for the server. Never changed; kept as long as the settings say.
create table audit_log (
  id         uuid primary key,
  actor_id   uuid references users on delete set null,  -- null: nobody who is known
  action     text not null,
  target     text,                             -- the id of a person, token, project or document, or null
  data       jsonb not null default '{}',      -- no secrets, nothing that people wrote
  address    text,                             -- where the call came from; null for a command
  created_at timestamptz not null default now()
);
create index audit_log_order on audit_log (created_at desc, id desc);
create index audit_log_actor on audit_log (actor_id, created_at desc, id desc);

-- What all who are signed in are told.
create table announcements (
  id         uuid primary key,
  text       text not null,
  starts_at  timestamptz not null,
  ends_at    timestamptz,                      -- null: until it is taken back
  created_by uuid references users on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index announcements_order on announcements (starts_at desc, id desc);
