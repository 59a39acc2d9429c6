-- What each person had of a document when they left it, so that they can be told what changed while they were away.
alter table document_visits
  add column left_seq  bigint,                 -- the last entry of the log that was there when they left; moves on while they are there
  add column left_at   timestamptz,
  add column since_seq bigint,                 -- the entry after which everything is new to them on this visit; null: nothing is
  add column since_at  timestamptz;

-- What a document said when somebody left it while others stayed. Where a version says the same there is none.
create table document_sights (
  document_id uuid not null references documents on delete cascade,
  seq         bigint not null,
  content     bytea not null,                  -- ProseMirror's JSON, zstd
  primary key (document_id, seq)
);
alter table document_sights alter column content set storage external;
