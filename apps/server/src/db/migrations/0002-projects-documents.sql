-- Projects, documents, their collaborators, and the state of documents for each user.

create table projects (
  id          uuid primary key,
  name        text not null,
  description text not null default '',
  -- The creator or the user it was handed over to; rights are in project_members
  owner_id    uuid not null references users,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  archived_at timestamptz,
  deleted_at  timestamptz
);
create index projects_trash on projects (deleted_at) where deleted_at is not null;

create table project_members (
  project_id uuid not null references projects on delete cascade,
  user_id    uuid not null references users on delete cascade,
  role       text not null check (role in ('owner', 'editor', 'reviewer', 'viewer')),
  added_at   timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index project_members_user on project_members (user_id);

create table documents (
  id              uuid primary key,
  project_id      uuid references projects on delete cascade,
  owner_id        uuid references users,   -- owner of a personal draft, if it is not the author
  title           text not null default '',
  status          text not null default 'draft' check (status in ('draft', 'in_review', 'approved', 'published')),
  -- Order within the project: a fractional index, compared by bytes
  position        text collate "C" not null default '',
  -- Increases when entries may have been lost; invalidates cursors of pages
  epoch           integer not null default 1,
  is_template     boolean not null default false,
  working_copy_of uuid references documents on delete set null,
  language        text,                    -- tag of BCP 47
  goal_words      integer check (goal_words > 0),
  goal_due_on     text,                    -- date (ISO 8601)
  word_count      integer not null default 0,
  excerpt         text not null default '',
  created_by      uuid not null references users,
  created_at      timestamptz not null default now(),
  updated_at      timestamptz not null default now(),
  locked_at       timestamptz,             -- since then it can only be read and commented on
  archived_at     timestamptz,
  deleted_at      timestamptz,
  check (goal_due_on is null or goal_words is not null)
);
create index documents_project on documents (project_id, position);
create index documents_owner on documents ((coalesce(owner_id, created_by))) where project_id is null;
create index documents_edited on documents (updated_at desc, id desc);
create index documents_trash on documents (deleted_at) where deleted_at is not null;
create index documents_working_copy on documents (working_copy_of) where working_copy_of is not null;

-- All titles of a document. The last one is shown.
create table document_titles (
  document_id uuid not null references documents on delete cascade,
  title       text not null,
  set_by      uuid not null references users,
  set_at      timestamptz not null default clock_timestamp()
);
create index document_titles_document on document_titles (document_id, set_at);

-- Collaborators of one document, in addition to those of its project.
create table document_members (
  document_id uuid not null references documents on delete cascade,
  user_id     uuid not null references users on delete cascade,
  role        text not null check (role in ('owner', 'editor', 'reviewer', 'viewer')),
  added_at    timestamptz not null default now(),
  primary key (document_id, user_id)
);
create index document_members_user on document_members (user_id);

-- The last visit of a user to a document, and what the user had of it.
create table document_visits (
  user_id     uuid not null references users on delete cascade,
  document_id uuid not null references documents on delete cascade,
  visited_at  timestamptz not null,
  -- Last log entry that the user had; increases during the visit
  left_seq    bigint,
  left_at     timestamptz,
  -- Entries after it are new to the user on this visit; null: there are none
  since_seq   bigint,
  since_at    timestamptz,
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
  name_key    text not null,               -- normalized for comparison: NFKC, lower case
  name        text not null,
  primary key (document_id, name_key)
);
create index document_tags_name on document_tags (name_key);

-- Activity, recorded in the transaction of the event.
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
-- For the words that users wrote per day.
create index activities_writing on activities (actor_id, created_at) where type = 'document.edited';

-- Invitations to a project. With an address, an invitation can be used once by one user; without
-- one, by every user with the link until it ends.
create table invitations (
  id         uuid primary key,
  project_id uuid not null references projects on delete cascade,
  role       text not null check (role in ('owner', 'editor', 'reviewer', 'viewer')),
  email      text,
  token_hash bytea not null unique,
  created_by uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  uses       integer not null default 0,
  ended_at   timestamptz                   -- used or revoked
);
create index invitations_project on invitations (project_id, created_at, id);

-- Links by which guests without an account join a document.
create table guest_links (
  id            uuid primary key,
  document_id   uuid not null references documents on delete cascade,
  token_hash    bytea not null unique,     -- SHA-256 of the secret, which is not stored
  role          text not null check (role in ('editor', 'reviewer', 'viewer')),
  password_hash text,
  created_by    uuid not null references users,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  ended_at      timestamptz
);
create index guest_links_document on guest_links (document_id);

-- The link by which a guest joined.
alter table users add column guest_link_id uuid references guest_links on delete set null;
create index users_guest_link on users (guest_link_id) where guest_link_id is not null;

-- Requests for access. A request is stored whether or not its object exists; a job looks that up.
create table access_requests (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  kind       text not null check (kind in ('document', 'project')),
  object_id  uuid not null,
  message    text not null,
  state      text not null default 'asked' check (state in ('asked', 'open', 'granted', 'declined')),
  asked_at   timestamptz not null,
  decided_at timestamptz
);
-- One pending request of a user for an object.
create unique index access_requests_one on access_requests (user_id, object_id) where state in ('asked', 'open');
create index access_requests_object on access_requests (object_id) where state = 'open';
