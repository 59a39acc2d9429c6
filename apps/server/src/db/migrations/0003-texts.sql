-- The text of documents (docs/storage.md): the log of updates, snapshots, versions, and data
-- derived from the text.

-- One row per document and commit. Compaction merges the rows up to the seq of a snapshot into it
-- and deletes them.
create table document_log (
  document_id uuid not null references documents on delete cascade,
  seq         bigint not null,
  updates     bytea not null,              -- packed: their number, then each update with its length
  authorship  bytea not null,              -- packed ranges: client, from, to, user, session, time
  stored_at   timestamptz not null default now(),
  primary key (document_id, seq)
);
alter table document_log alter column updates set storage external;

-- The compacted state of a document, in a form that can be sent and extended without decoding it.
create table document_snapshots (
  document_id  uuid primary key references documents on delete cascade,
  seq          bigint not null,            -- last log entry that it contains
  state        bytea not null,             -- Yjs update, version 1
  struct_index bytea not null,             -- state vector, delete set, kinds of structs
  authorship   bytea not null,
  stored_at    timestamptz not null default now()
);

-- A client id belongs to the first user who used it in a document; no other user may extend it.
create table document_clients (
  document_id uuid not null references documents on delete cascade,
  client      bigint not null,
  user_id     uuid not null references users,
  primary key (document_id, client)
);

-- Decisions about suggestions that the room has verified. `suggestions`: id, author and isPart of
-- each. A row is deleted when its authors were notified.
create table document_decisions (
  document_id uuid not null references documents (id) on delete cascade,
  seq         bigint not null,             -- log entry that carries it out
  user_id     uuid not null references users (id) on delete cascade,
  session_id  text not null,
  verdict     text not null check (verdict in ('accept', 'reject')),
  suggestions jsonb not null,
  decided_at  timestamptz not null
);
create index document_decisions_document on document_decisions (document_id, seq);

-- The timeline that this database continues. The journal of an embedded database belongs to one
-- timeline: after a backup was restored, the database continues an earlier one.
create table journal_timeline (
  is_only boolean primary key default true check (is_only),
  id      uuid not null
);

create table document_versions (
  id          uuid primary key,
  document_id uuid not null references documents on delete cascade,
  number      integer not null,            -- from 1, within the document
  name        text,
  kind        text not null check (kind in ('auto', 'named', 'restore', 'approval')),
  created_by  uuid references users,       -- null: saved automatically
  -- Authors since the previous version; the most recent one last
  authors     uuid[] not null default '{}',
  state       bytea not null,              -- Yjs update of the whole document, version 1, zstd
  word_count  integer not null,
  -- Last log entry that it contains: equal numbers, equal text; -1: not a state of the log
  seq         bigint not null,
  created_at  timestamptz not null,
  unique (document_id, number)
);
alter table document_versions alter column state set storage external;

-- Versions of which a working copy was created: of the document, and of the copy, which has its own
-- pictures.
alter table documents
  add column base_version_id uuid references document_versions on delete set null,
  add column copy_version_id uuid references document_versions on delete set null;

-- The projection of a document: everything that is derived from its text covers the log up to
-- `seq`.
create table document_projections (
  document_id uuid primary key references documents on delete cascade,
  seq         bigint not null,
  -- Mentions that users were notified of, including removed ones; null: not projected yet
  mentions    jsonb
);

-- Number of undecided suggestions by author.
create table document_suggestions (
  document_id uuid not null references documents on delete cascade,
  author_id   uuid not null references users on delete cascade,
  count       integer not null,
  last_at     timestamptz not null,
  primary key (document_id, author_id)
);

-- Contributions of each user to the current work session, recorded as activity when it ends, also
-- after a crash.
create table contributions (
  document_id   uuid not null references documents on delete cascade,
  user_id       uuid not null references users on delete cascade,
  began_at      timestamptz not null,
  last_at       timestamptz not null,
  words_added   integer not null,
  words_removed integer not null,
  primary key (document_id, user_id)
);
create index contributions_last on contributions (last_at);

-- The content of a document when a user left it while others stayed, if no version has the same
-- content.
create table last_seen_snapshots (
  document_id uuid not null references documents on delete cascade,
  seq         bigint not null,
  content     bytea not null,              -- ProseMirror JSON, zstd
  primary key (document_id, seq)
);
alter table last_seen_snapshots alter column content set storage external;
