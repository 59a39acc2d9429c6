-- What happens to documents: owned, shared one by one, opened, marked, tagged, put away, told of. And tokens for programs.

-- Who owns a document while it is in no project, where that is no longer its author.
alter table documents add column owner_id uuid references users;
drop index documents_author;
create index documents_owner on documents ((coalesce(owner_id, created_by))) where project_id is null;
create index documents_edited on documents (updated_at desc, id desc);
create index documents_trash on documents (deleted_at) where deleted_at is not null;
create index projects_trash on projects (deleted_at) where deleted_at is not null;

-- A document may be a template: others are made from what it says.
alter table documents add column is_template boolean not null default false;

-- A demo person and what they made are wiped when their day is over. Someone whose account is deleted keeps their row: what
-- they wrote in projects stays, and keeps its author.
alter table users add column demo_until timestamptz;
alter table users add column demo_id uuid;             -- which demo workspace: its people find each other, and nobody else
alter table users add column deleted_at timestamptz;

-- How a user name looks: no two people have names that a reader could take for each other. Null for who has none to show any more.
alter table users add column username_look text unique;
update users set username_look = username_key;

-- The people of one document, besides those of its project.
create table document_members (
  document_id uuid not null references documents on delete cascade,
  user_id     uuid not null references users on delete cascade,
  role        text not null check (role in ('owner', 'editor', 'reviewer', 'viewer')),
  added_at    timestamptz not null default now(),
  primary key (document_id, user_id)
);
create index document_members_user on document_members (user_id);

-- When a person last had a document open; the live channel knows.
create table document_visits (
  user_id     uuid not null references users on delete cascade,
  document_id uuid not null references documents on delete cascade,
  visited_at  timestamptz not null,
  primary key (user_id, document_id)
);
create index document_visits_document on document_visits (document_id);

create table favourites (
  user_id     uuid not null references users on delete cascade,
  document_id uuid not null references documents on delete cascade,
  added_at    timestamptz not null default now(),
  primary key (user_id, document_id)
);
create index favourites_document on favourites (document_id);

create table document_tags (
  document_id uuid not null references documents on delete cascade,
  name_key    text not null,                   -- the tag as it is compared: NFKC, lower case
  name        text not null,
  primary key (document_id, name_key)
);
create index document_tags_name on document_tags (name_key);

-- What happened, written in the same transaction as what it tells of.
create table activities (
  id          uuid primary key,
  type        text not null,
  actor_id    uuid not null references users,
  project_id  uuid references projects on delete cascade,
  document_id uuid references documents on delete set null,
  data        jsonb not null default '{}',
  created_at  timestamptz not null default now()
);
create index activities_project on activities (project_id, created_at desc, id desc);
create index activities_document on activities (document_id, created_at desc, id desc);
create index activities_newest on activities (created_at desc, id desc);

-- The answer that a call with an Idempotency-Key got; `status` null while it is being worked on.
create table idempotency_answers (
  caller      text not null,                   -- whose key it is: a person, or an address
  key         text not null,
  fingerprint text not null,                   -- of method, path and body
  status      integer,
  answer      text,
  started_at  timestamptz not null,
  primary key (caller, key)
);
create index idempotency_answers_age on idempotency_answers (started_at);

create table access_tokens (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  name         text not null,
  token_hash   bytea not null unique,          -- SHA-256; the token itself is shown once and stored nowhere
  scopes       text[] not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  last_used_at timestamptz
);
create index access_tokens_user on access_tokens (user_id);
