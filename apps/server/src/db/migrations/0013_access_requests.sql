-- What people asked to be let into. Whether there is such a thing is looked up by a job: what was asked for is stored in any case.

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
-- One that waits for each person and thing.
create unique index access_requests_one on access_requests (user_id, object_id) where state in ('asked', 'open');
create index access_requests_object on access_requests (object_id) where state = 'open';
