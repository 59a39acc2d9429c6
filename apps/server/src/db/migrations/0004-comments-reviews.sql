-- Comments, review rounds, notifications.

create table comments (
  id            uuid primary key,
  document_id   uuid not null references documents on delete cascade,
  thread_id     uuid not null,             -- id of the first comment of the thread
  parent_id     uuid references comments,
  body          text not null,             -- empty if it was deleted
  author_id     uuid not null references users,
  created_at    timestamptz not null,
  edited_at     timestamptz,
  deleted_at    timestamptz,
  -- Of the first comment of a thread only:
  -- Quote, and from and to as Yjs relative positions in base64
  anchor        jsonb,
  -- The suggestion that it is about, which may be decided
  suggestion_id text check (length(suggestion_id) between 1 and 64),
  assignee_id   uuid references users on delete set null,
  due_on        text,                      -- date (ISO 8601)
  resolved_at   timestamptz,
  resolved_by   uuid references users,
  version       integer not null default 0 -- number of changes of the thread's comments
);
create index comments_thread on comments (thread_id, id);
create index comments_threads on comments (document_id, id) where parent_id is null;
create index comments_assignee on comments (assignee_id) where assignee_id is not null;

create table comment_mentions (
  comment_id uuid not null references comments on delete cascade,
  user_id    uuid not null references users on delete cascade,
  primary key (comment_id, user_id)
);
create index comment_mentions_user on comment_mentions (user_id);

create table comment_reactions (
  comment_id uuid not null references comments on delete cascade,
  user_id    uuid not null references users on delete cascade,
  reaction   text not null,
  reacted_at timestamptz not null,
  primary key (comment_id, user_id, reaction)
);
create index comment_reactions_user on comment_reactions (user_id);

create table reviews (
  id                  uuid primary key,
  document_id         uuid not null references documents on delete cascade,
  version_id          uuid not null references document_versions on delete cascade,
  asked_by            uuid not null references users,
  message             text not null,
  due_on              text,                -- date (ISO 8601)
  later_edits         text not null check (later_edits in ('reset', 'keep')),
  locks               boolean not null,
  state               text not null default 'open' check (state in ('open', 'approved', 'ended', 'cancelled')),
  created_at          timestamptz not null,
  ended_at            timestamptz,
  reminded_at         timestamptz,
  approved_version_id uuid references document_versions on delete set null
);
create index reviews_document on reviews (document_id, id);
-- One open round per document.
create unique index reviews_open on reviews (document_id) where state = 'open';

create table reviewers (
  review_id    uuid not null references reviews on delete cascade,
  user_id      uuid not null references users on delete cascade,
  asked_at     timestamptz not null,
  verdict      text check (verdict in ('approved', 'approved_with_changes', 'work_needed')),
  words        text not null default '',
  answered_at  timestamptz,
  answered_seq bigint,                     -- last log entry of the text that was reviewed
  primary key (review_id, user_id)
);
create index reviewers_user on reviewers (user_id);

create table notifications (
  id          uuid primary key,
  user_id     uuid not null references users on delete cascade,
  kind        text not null,
  type        text not null,               -- type of the activity
  actor_id    uuid not null references users on delete cascade,
  project_id  uuid references projects on delete cascade,
  document_id uuid references documents on delete cascade,
  data        jsonb not null,
  times       integer not null default 1,  -- number of occurrences since it was last read
  created_at  timestamptz not null,
  read_at     timestamptz,
  mail_due_at timestamptz                  -- time of its mail; null: sent, or not to be sent
);
create index notifications_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_due on notifications (mail_due_at) where mail_due_at is not null;

-- Choices to watch or not to watch an object. By default users watch what they created or commented
-- on.
create table watches (
  user_id   uuid not null references users on delete cascade,
  object_id uuid not null,                 -- a project or a document
  watching  boolean not null,
  primary key (user_id, object_id)
);
create index watches_object on watches (object_id);

create table notification_settings (
  user_id  uuid primary key references users on delete cascade,
  settings jsonb not null
);
