-- Documents that come in from files: what was brought, what became of it.

create table imports (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  project_id uuid references projects on delete set null,
  into_draft boolean not null,                -- personal drafts were asked for; else a project, which may be gone by now
  state      text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  report     jsonb not null default '[]',     -- sentences about files as such: { file, message }
  created_at timestamptz not null,
  ended_at   timestamptz
);
create index imports_user on imports (user_id);
create index imports_age on imports (created_at);

-- A file as it was brought; its bytes lie where files lie, under its id, until the import has ended.
create table import_files (
  id        uuid primary key,
  import_id uuid not null references imports on delete cascade,
  number    integer not null,
  name      text not null,
  size      bigint not null,
  listed_at timestamptz                        -- since when it is known what is in it
);
create index import_files_import on import_files (import_id, number);

-- A text in a file, which becomes a document whose id is settled before it is made: so it is made once.
create table import_texts (
  import_id   uuid not null references imports on delete cascade,
  file_id     uuid not null references import_files on delete cascade,
  number      integer not null,
  name        text not null,
  document_id uuid not null,
  title       text,
  done_at     timestamptz,
  report      jsonb not null default '[]',
  primary key (file_id, number)
);
create index import_texts_import on import_texts (import_id);
