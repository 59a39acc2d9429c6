-- Entries of the audit log that have not been delivered to a sink. An entry is added in its own
-- transaction and deleted when the sink has it, so that none is left out.

create table audit_queue (
  sink     text not null check (sink in ('file', 'http')),
  entry_id uuid not null references audit_log on delete cascade,
  primary key (sink, entry_id)
);
