-- What people are told of, what they watch, and how they want mail of it.

create table notifications (
  id          uuid primary key,
  user_id     uuid not null references users on delete cascade,
  kind        text not null,
  type        text not null,                   -- what happened, as activity names it
  actor_id    uuid not null references users on delete cascade,
  project_id  uuid references projects on delete cascade,
  document_id uuid references documents on delete cascade,
  data        jsonb not null,
  times       integer not null default 1,      -- how often, since it was last read
  created_at  timestamptz not null,
  read_at     timestamptz,
  mail_due_at timestamptz                      -- when mail is to tell of it; null: never, or it has
);
create index notifications_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_due on notifications (mail_due_at) where mail_due_at is not null;

-- What people have chosen to watch, or not to. Without a choice they watch what they made or commented on.
create table watches (
  user_id   uuid not null references users on delete cascade,
  object_id uuid not null,                     -- a project or a document
  watching  boolean not null,
  primary key (user_id, object_id)
);
create index watches_object on watches (object_id);

create table notification_settings (
  user_id  uuid primary key references users on delete cascade,
  settings jsonb not null
);
