-- What a document said at times worth keeping, who works on it now, and what people say about it.

create table document_versions (
  id          uuid primary key,
  document_id uuid not null references documents on delete cascade,
  number      integer not null,                -- counts up from 1 within the document
  name        text,
  kind        text not null check (kind in ('auto', 'named', 'restore', 'approval')),
  created_by  uuid references users,           -- who asked for it; null where it came about by itself
  authors     uuid[] not null default '{}',    -- who wrote since the version before; the last of them last
  state       bytea not null,                  -- a Yjs update of the whole document, version 1, zstd
  word_count  integer not null,
  seq         bigint not null,                 -- the last entry of the log that is in it: equal numbers, equal text; -1: the log never had it so
  created_at  timestamptz not null,
  unique (document_id, number)
);
alter table document_versions alter column state set storage external;

-- How far a document's words were counted: what came after it was cut short.
create table document_digests (
  document_id uuid primary key references documents on delete cascade,
  seq         bigint not null                  -- of the last entry of the log that was counted
);

-- What each person has written in the stretch of work that is going on, so that it can be told of when it ends, also after a crash.
create table document_work (
  document_id   uuid not null references documents on delete cascade,
  user_id       uuid not null references users on delete cascade,
  began_at      timestamptz not null,
  last_at       timestamptz not null,
  words_added   integer not null,
  words_removed integer not null,
  primary key (document_id, user_id)
);
create index document_work_last on document_work (last_at);

create table comments (
  id          uuid primary key,
  document_id uuid not null references documents on delete cascade,
  thread_id   uuid not null,                   -- the id of the comment that began the thread
  parent_id   uuid references comments,
  anchor      jsonb,                           -- quote, and from and to as Yjs relative positions in base64; of the thread's first only
  body        text not null,                   -- empty once it is deleted and only keeps its place
  author_id   uuid not null references users,
  created_at  timestamptz not null,
  edited_at   timestamptz,
  resolved_at timestamptz,                     -- of the thread's first only
  resolved_by uuid references users,
  deleted_at  timestamptz
);
create index comments_thread on comments (thread_id, id);
create index comments_threads on comments (document_id, id) where parent_id is null;

create table comment_mentions (
  comment_id uuid not null references comments on delete cascade,
  user_id    uuid not null references users on delete cascade,
  primary key (comment_id, user_id)
);
create index comment_mentions_user on comment_mentions (user_id);
