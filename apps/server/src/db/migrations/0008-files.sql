-- Files of documents, and imports.

-- A picture or an attachment. The row is written before the bytes, so that an interrupted upload
-- can be found and removed. A file without a document is to be removed: its document was
-- permanently deleted.
create table files (
  id          uuid primary key,            -- also the key of the bytes in the file store
  document_id uuid references documents on delete set null,
  name        text not null default '',
  type        text not null default '',    -- detected from the bytes, not from the upload
  size        bigint not null default 0,
  width       integer,
  height      integer,
  created_by  uuid references users on delete set null,
  created_at  timestamptz not null default now(),
  stored_at   timestamptz,                 -- null during the upload
  deleted_at  timestamptz
);
create index files_document on files (document_id, created_at desc, id desc);
create index files_person on files (created_by);

create table imports (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  project_id uuid references projects on delete set null,
  -- True: personal drafts; false: a project, which may be deleted
  into_draft boolean not null,
  state      text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  report     jsonb not null default '[]',  -- sentences about files: { file, message }
  spent_ms   integer not null default 0,   -- total time of reading
  created_at timestamptz not null,
  ended_at   timestamptz
);
create index imports_user on imports (user_id);
create index imports_age on imports (created_at);

-- An uploaded file. Its bytes are in the file store under its id until the import ends.
create table import_files (
  id        uuid primary key,
  import_id uuid not null references imports on delete cascade,
  number    integer not null,
  name      text not null,
  size      bigint not null,
  listed_at timestamptz                    -- time at which its texts were listed
);
create index import_files_import on import_files (import_id, number);

-- A text of a file. The id of its document is determined before it is created, so that a repeated
-- job creates it once.
create table import_texts (
  import_id   uuid not null references imports on delete cascade,
  file_id     uuid not null references import_files on delete cascade,
  number      integer not null,
  name        text not null,
  document_id uuid not null,
  title       text,
  -- Counted before reading, so that a text which ends the process is not tried forever
  tries       integer not null default 0,
  done_at     timestamptz,
  report      jsonb not null default '[]',
  primary key (file_id, number)
);
create index import_texts_import on import_texts (import_id);
