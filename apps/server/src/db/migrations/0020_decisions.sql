-- Decisions about suggestions, as the room found them true: who made one, when, its verdict, and about whose suggestions
-- (`suggestions`: {id, author, isPart} of each). A row is there until its people were told of it.
create table document_decisions (
  document_id uuid not null references documents (id) on delete cascade,
  seq bigint not null,             -- of the entry of the log that carries it out
  user_id uuid not null references users (id) on delete cascade,
  session_id text not null,
  verdict text not null check (verdict in ('accept', 'reject')),
  suggestions jsonb not null,
  decided_at timestamptz not null
);
create index document_decisions_document on document_decisions (document_id, seq);

alter table document_digests drop column suggestions;
