-- Documents inside documents, to a limited depth.

alter table documents
  add column parent_id uuid references documents on delete set null,
  -- The document with which it was archived or moved to the trash; null: by itself
  add column archived_with uuid references documents on delete set null,
  add column deleted_with uuid references documents on delete set null,
  add constraint documents_parent_other check (parent_id <> id);
create index documents_parent on documents (parent_id, position) where parent_id is not null;
create index documents_archived_with on documents (archived_with) where archived_with is not null;
create index documents_deleted_with on documents (deleted_with) where deleted_with is not null;

-- All ancestors of each nested document: the parent has depth 1. Written by
-- domain/document-tree.ts.
create table document_ancestors (
  document_id uuid not null references documents on delete cascade,
  ancestor_id uuid not null references documents on delete cascade,
  depth       integer not null check (depth > 0),
  primary key (document_id, ancestor_id)
);
create index document_ancestors_ancestor on document_ancestors (ancestor_id);

-- The highest role of each user to whom a single document or one of its ancestors is shared, also
-- by groups. A guest has a role in one document only.
create or replace view document_roles as
select document_id, user_id,
  (array['owner', 'editor', 'reviewer', 'viewer'])[min(array_position(array['owner', 'editor', 'reviewer', 'viewer'], role))] as role
from (
  select document_id, user_id, role from document_members
  union all
  select g.document_id, m.user_id, g.role from document_groups g join group_members m on m.group_id = g.group_id
  union all
  select a.document_id, s.user_id, s.role
  from document_ancestors a join document_members s on s.document_id = a.ancestor_id
  join users u on u.id = s.user_id and not u.is_guest
  union all
  select a.document_id, m.user_id, g.role
  from document_ancestors a join document_groups g on g.document_id = a.ancestor_id
  join group_members m on m.group_id = g.group_id
) granted
group by document_id, user_id;
