-- What a document is to become, and the language that it is written in.

alter table documents
  add column goal_words integer check (goal_words > 0),
  add column goal_due_on text,                             -- a day, as ISO 8601 writes it
  add column language   text,                             -- a tag of BCP 47
  add check (goal_due_on is null or goal_words is not null);
