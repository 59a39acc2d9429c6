-- Rounds of review, and the lock that may follow them.

alter table documents add column locked_at timestamptz;  -- since when it can only be read and commented on

create table reviews (
  id                  uuid primary key,
  document_id         uuid not null references documents on delete cascade,
  version_id          uuid not null references document_versions on delete cascade,
  asked_by            uuid not null references users,
  message             text not null,
  due_on              text,                        -- a day, as ISO 8601 writes it
  later_edits         text not null check (later_edits in ('reset', 'keep')),
  locks               boolean not null,
  state               text not null default 'open' check (state in ('open', 'approved', 'ended', 'cancelled')),
  created_at          timestamptz not null,
  ended_at            timestamptz,
  reminded_at         timestamptz,
  approved_version_id uuid references document_versions on delete set null
);
create index reviews_document on reviews (document_id, id);
-- One round at a time: who is asked about what is never in doubt.
create unique index reviews_open on reviews (document_id) where state = 'open';

create table reviewers (
  review_id    uuid not null references reviews on delete cascade,
  user_id      uuid not null references users on delete cascade,
  asked_at     timestamptz not null,
  verdict      text check (verdict in ('approved', 'approved_with_changes', 'work_needed')),
  words        text not null default '',
  answered_at  timestamptz,
  answered_seq bigint,                             -- the last entry of the log that was in what they answered about
  primary key (review_id, user_id)
);
create index reviewers_user on reviewers (user_id);
