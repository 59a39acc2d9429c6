-- The search index: texts and titles of documents, comments, names, and the vocabulary for mistyped
-- words.

do $$ begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise exception 'Search needs the extension pg_trgm of PostgreSQL, and this user may not create it or it is not installed. '
    'Have an administrator of the database run: create extension pg_trgm; then start again.';
end $$;

-- Vectors contain folded words, and pairs of characters of scripts without spaces. The server
-- computes them without the parser of PostgreSQL, so that they do not depend on the locale of the
-- database.
create table document_search (
  document_id uuid primary key references documents on delete cascade,
  body        text not null default '',    -- plain text, for snippets
  title_words tsvector not null default '',
  words       tsvector not null default '', -- of the title with weight A, of the body with weight D
  updated_at  timestamptz not null default now()
);
-- Not compressed: the beginning of a body is read without the rest, and vectors are ranked in half
-- the time.
alter table document_search alter column body set storage external, alter column words set storage external;
-- A short pending list, because every search reads all of it.
create index document_search_words on document_search using gin (words) with (gin_pending_list_limit = 256);
create index document_search_title on document_search using gin (title_words) with (gin_pending_list_limit = 256);

create table search_entries (
  kind  text not null check (kind in ('comment', 'person', 'project')),
  id    uuid not null,
  words tsvector not null,
  primary key (kind, id)
);
create index search_entries_words on search_entries using gin (words) with (gin_pending_list_limit = 256);

-- Vocabulary: all words of four or more characters that are indexed, or were until the last clean-
-- up.
create table search_words (
  word  text primary key,
  -- In ASCII, one character each: trigrams of other characters depend on the locale
  shape text not null
);
create index search_words_shape on search_words using gin (shape gin_trgm_ops);

-- Objects whose title, text or name has changed since they were indexed. The next search indexes
-- them first.
create table search_due (
  kind text not null check (kind in ('document', 'comment', 'person', 'project')),
  id   uuid not null,
  primary key (kind, id)
);

create function note_search_due() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from search_entries where kind = tg_argv[0] and id = old.id;
    return null;
  end if;
  if tg_op = 'INSERT' and tg_argv[0] = 'document' then
    insert into document_search (document_id) values (new.id);
  end if;
  -- An update instead of `do nothing` locks an existing row, so that it is not processed before
  -- this transaction commits.
  insert into search_due (kind, id) values (tg_argv[0], new.id) on conflict (kind, id) do update set kind = excluded.kind;
  return null;
end $$;

create trigger search_new after insert on documents for each row execute function note_search_due('document');
create trigger search_changed after update of title on documents for each row
  when (old.title is distinct from new.title) execute function note_search_due('document');
create trigger search_new after insert or delete on comments for each row execute function note_search_due('comment');
create trigger search_changed after update of body on comments for each row
  when (old.body is distinct from new.body) execute function note_search_due('comment');
create trigger search_new after insert or delete on projects for each row execute function note_search_due('project');
create trigger search_changed after update of name, description on projects for each row
  when ((old.name, old.description) is distinct from (new.name, new.description)) execute function note_search_due('project');
create trigger search_new after insert or delete on users for each row execute function note_search_due('person');
create trigger search_changed after update of name, username on users for each row
  when ((old.name, old.username) is distinct from (new.name, new.username)) execute function note_search_due('person');

-- Without sequential scans: for common words the planner underestimates the cost of unpacking all
-- vectors.
create function documents_with(query tsquery) returns setof uuid language sql stable rows 300 set enable_seqscan = off as
  $$ select document_id from document_search where words @@ query $$;
create function documents_titled(query tsquery) returns setof uuid language sql stable rows 30 set enable_seqscan = off as
  $$ select document_id from document_search where title_words @@ query $$;
create function entries_with(of_kind text, query tsquery) returns setof uuid language sql stable rows 100 set enable_seqscan = off as
  $$ select id from search_entries where kind = of_kind and words @@ query $$;
