-- The language of the last page of a user: that of mail to a user who has chosen none.

alter table users add column page_language text; -- null: not known
