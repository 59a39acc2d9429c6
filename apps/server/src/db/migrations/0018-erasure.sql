-- Erasure of people, and legal holds.

create table erasures (
  id            uuid primary key,
  user_id       uuid not null references users on delete cascade,
  asked_by      uuid references users on delete set null,
  removes_words boolean not null,
  created_at    timestamptz not null default now(),
  ended_at      timestamptz                -- null: documents are left to do
);
create index erasures_order on erasures (created_at desc, id desc);

-- Documents from which a person is removed: the words, or the name in mentions.
create table erasure_documents (
  erasure_id  uuid not null references erasures on delete cascade,
  document_id uuid not null references documents on delete cascade,
  done_at     timestamptz,
  primary key (erasure_id, document_id)
);

-- For the documents that a person wrote in.
create index document_clients_user on document_clients (user_id);
create index comments_author on comments (author_id);

update users set name = 'A former member' where deleted_at is not null and name = 'Deleted person';

-- Legal holds: nothing of a held person, project or document is permanently deleted.

create table holds (
  id        uuid primary key,
  kind      text not null check (kind in ('person', 'project', 'document')),
  object_id uuid not null,
  reason    text not null,
  made_by   uuid references users on delete set null,
  made_at   timestamptz not null default now(),
  ended_by  uuid references users on delete set null,
  ended_at  timestamptz                    -- null: it holds
);
create index holds_order on holds (made_at desc, id desc);
create unique index holds_one on holds (kind, object_id) where ended_at is null;

-- Everything that is held now. All statements that permanently delete something read this view. A
-- hold of a document includes those inside it, a hold of a project its documents, and a hold of a
-- person the documents that the person created, owns, wrote or commented in. A project with a held
-- document is held, because it would be deleted together with the document.
create view held as
with held_documents as (
  select h.object_id as id from holds h where h.kind = 'document' and h.ended_at is null
  union
  select a.document_id from holds h join document_ancestors a on a.ancestor_id = h.object_id
  where h.kind = 'document' and h.ended_at is null
  union
  select d.id from holds h join documents d on d.project_id = h.object_id
  where h.kind = 'project' and h.ended_at is null
  union
  select d.id from holds h join documents d on d.created_by = h.object_id or d.owner_id = h.object_id
  where h.kind = 'person' and h.ended_at is null
  union
  select c.document_id from holds h join document_clients c on c.user_id = h.object_id
  where h.kind = 'person' and h.ended_at is null
  union
  select c.document_id from holds h join comments c on c.author_id = h.object_id
  where h.kind = 'person' and h.ended_at is null
)
select 'document' as kind, id from held_documents
union all
select 'project', d.project_id from held_documents h join documents d on d.id = h.id where d.project_id is not null
union all
select 'project', h.object_id from holds h where h.kind = 'project' and h.ended_at is null
union all
select 'person', h.object_id from holds h where h.kind = 'person' and h.ended_at is null;
