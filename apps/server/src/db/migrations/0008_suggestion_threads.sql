-- A thread about a suggestion bears the suggestion's id, as the document's text has it. The suggestion may be decided by now.
alter table comments add column suggestion_id text check (length(suggestion_id) between 1 and 64);
