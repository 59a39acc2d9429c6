-- The users who gave documents their tags, and indexes for the names that a person gave.

alter table document_tags add column set_by uuid references users; -- null: unknown
create index document_tags_person on document_tags (set_by) where set_by is not null;
create index document_titles_person on document_titles (set_by);
