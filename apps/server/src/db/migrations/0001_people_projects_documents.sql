-- People, what they work on, and the log of what they typed.

create extension if not exists pgcrypto;

create table users (
  id            uuid primary key,
  username      text not null,
  username_key  text not null unique,          -- the user name as it is compared: NFKC, lower case
  name          text not null,
  email         text not null,
  email_key     text not null unique,          -- the address as it is compared: lower case
  password_hash text not null,
  is_admin      boolean not null default false,
  avatar_color  text not null,
  preferences   jsonb not null default '{}',
  created_at    timestamptz not null default now(),
  disabled_at   timestamptz
);

create table sessions (
  id           uuid primary key,
  token_hash   bytea not null unique,          -- SHA-256 of the cookie; the cookie itself is stored nowhere
  user_id      uuid not null references users on delete cascade,
  user_agent   text not null default '',
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index sessions_user on sessions (user_id);

create table projects (
  id          uuid primary key,
  name        text not null,
  description text not null default '',
  owner_id    uuid not null references users,  -- who made it or was handed it; the right itself is the role in project_members
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  archived_at timestamptz,
  deleted_at  timestamptz
);

create table project_members (
  project_id uuid not null references projects on delete cascade,
  user_id    uuid not null references users on delete cascade,
  role       text not null check (role in ('owner', 'editor', 'reviewer', 'viewer')),
  added_at   timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

create table documents (
  id          uuid primary key,
  project_id  uuid references projects on delete cascade,
  title       text not null default '',
  status      text not null default 'draft' check (status in ('draft', 'in_review', 'approved', 'published')),
  position    text collate "C" not null default '',  -- order within the project: fractional, compared byte by byte
  epoch       integer not null default 1,      -- grows when a backup is restored: cursors and client state of an older epoch do not hold
  word_count  integer not null default 0,
  excerpt     text not null default '',
  created_by  uuid not null references users,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  archived_at timestamptz,
  deleted_at  timestamptz
);
create index documents_project on documents (project_id, position);
create index documents_author on documents (created_by) where project_id is null;

-- Every title a document ever had: the last writer wins, and nobody's is lost.
create table document_titles (
  document_id uuid not null references documents on delete cascade,
  title       text not null,
  set_by      uuid not null references users,
  set_at      timestamptz not null default clock_timestamp()
);
create index document_titles_document on document_titles (document_id, set_at);

-- One row per document and commit: the updates as they came, and who wrote which clock ranges of them.
-- Rows up to a snapshot's seq are folded into it and removed.
create table document_log (
  document_id uuid not null references documents on delete cascade,
  seq         bigint not null,
  updates     bytea not null,                  -- packed: count, then each update with its length
  authorship  bytea not null,                  -- packed ranges (client, from, to, user, session, time)
  stored_at   timestamptz not null default now(),
  primary key (document_id, seq)
);
alter table document_log alter column updates set storage external;

-- The folded state of a document, with what a cold open needs so that nothing has to be decoded.
create table document_snapshots (
  document_id  uuid primary key references documents on delete cascade,
  seq          bigint not null,                -- the last row of the log that is in it
  state        bytea not null,                 -- a Yjs update, version 1
  knowledge    bytea not null,                 -- state vector, delete set and families of structs, for checking updates
  authorship   bytea not null,
  stored_at    timestamptz not null default now()
);

-- A client id belongs to the first person who used it in a document; nobody else may extend it.
create table document_clients (
  document_id uuid not null references documents on delete cascade,
  client      bigint not null,
  user_id     uuid not null references users,
  primary key (document_id, client)
);
