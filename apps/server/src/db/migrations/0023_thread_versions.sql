-- The version of a thread grows with each change to one of its comments, so that a page can tell
-- whether its copy contains an announced change.

alter table comments add column version integer not null default 0; -- of the thread's first only
