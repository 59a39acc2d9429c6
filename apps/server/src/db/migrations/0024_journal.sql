-- The timeline that this database continues. The journal of an embedded database belongs to one timeline: after a backup was
-- restored, the database continues an earlier one.
create table journal_timeline (
  is_only boolean primary key default true check (is_only),
  id uuid not null
);
