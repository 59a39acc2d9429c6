-- How much people have suggested in a document that nobody has decided on yet: counted when its text has become quiet, as its words are.
create table document_suggestions (
  document_id uuid not null references documents on delete cascade,
  author_id   uuid not null references users on delete cascade,
  count       integer not null,
  last_at     timestamptz not null,
  primary key (document_id, author_id)
);

-- Whose a thread is to deal with, and by which day; of the thread's first only.
alter table comments
  add column assignee_id uuid references users on delete set null,
  add column due_on      text;               -- a day, as ISO 8601 writes it
create index comments_assignee on comments (assignee_id) where assignee_id is not null;

-- One of each kind for each person.
create table comment_reactions (
  comment_id uuid not null references comments on delete cascade,
  user_id    uuid not null references users on delete cascade,
  reaction   text not null,
  reacted_at timestamptz not null,
  primary key (comment_id, user_id, reaction)
);
create index comment_reactions_user on comment_reactions (user_id);
