-- Groups of users, to which projects and documents are shared.

create table groups (
  id          uuid primary key,
  name        text not null,
  -- Form in which comments mention it, derived from the name: `design-team`
  handle      text not null unique,
  description text not null default '',
  -- The system that maintains the members; null: administrators do
  managed_by  text,
  external_id text,                        -- id of the group in that system
  created_at  timestamptz not null default now(),
  unique (managed_by, external_id)
);

create table group_members (
  group_id uuid not null references groups on delete cascade,
  user_id  uuid not null references users on delete cascade,
  added_at timestamptz not null default now(),
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id);

-- Groups own nothing: every project has an owner among its members.
create table project_groups (
  project_id uuid not null references projects on delete cascade,
  group_id   uuid not null references groups on delete cascade,
  role       text not null check (role in ('editor', 'reviewer', 'viewer')),
  added_at   timestamptz not null default now(),
  primary key (project_id, group_id)
);
create index project_groups_group on project_groups (group_id);

create table document_groups (
  document_id uuid not null references documents on delete cascade,
  group_id    uuid not null references groups on delete cascade,
  role        text not null check (role in ('editor', 'reviewer', 'viewer')),
  added_at    timestamptz not null default now(),
  primary key (document_id, group_id)
);
create index document_groups_group on document_groups (group_id);

-- The highest role of each user in a project, as a member or by groups.
create view project_roles as
select project_id, user_id,
  (array['owner', 'editor', 'reviewer', 'viewer'])[min(array_position(array['owner', 'editor', 'reviewer', 'viewer'], role))] as role
from (
  select project_id, user_id, role from project_members
  union all
  select g.project_id, m.user_id, g.role from project_groups g join group_members m on m.group_id = g.group_id
) granted
group by project_id, user_id;

-- The highest role of each user to whom a single document is shared, also by groups.
create view document_roles as
select document_id, user_id,
  (array['owner', 'editor', 'reviewer', 'viewer'])[min(array_position(array['owner', 'editor', 'reviewer', 'viewer'], role))] as role
from (
  select document_id, user_id, role from document_members
  union all
  select g.document_id, m.user_id, g.role from document_groups g join group_members m on m.group_id = g.group_id
) granted
group by document_id, user_id;
