-- Personal drafts are listed as a tree: those at the top level get positions, in the order of their
-- creation, and what is inside them gets positions that begin with these. A position has three
-- digits here: see domain/fractional-index.ts.

with recursive ranked as (
  select id, parent_id,
    row_number() over (
      partition by parent_id, coalesce(owner_id, created_by) order by position, created_at, id
    )::int - 1 as n
  from documents where project_id is null
), keyed as (
  select id, parent_id, 'c' || substr(digits, n / 3844 % 62 + 1, 1)
    || substr(digits, n / 62 % 62 + 1, 1) || substr(digits, n % 62 + 1, 1) as key
  from ranked
  cross join (select '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') as d (digits)
), placed as (
  select id, key as position from keyed where parent_id is null
  union all
  select k.id, p.position || k.key from keyed k join placed p on k.parent_id = p.id
)
update documents d set position = p.position from placed p where p.id = d.id;

create index documents_drafts on documents ((coalesce(owner_id, created_by)), position)
  where project_id is null;

-- Logos of the server, small enough for rows. The other choices of its branding are in
-- server_choices.

create table branding_logos (
  variant    text primary key check (variant in ('light', 'dark')),
  type       text not null check (type in ('image/png', 'image/webp')),
  bytes      bytea not null check (length(bytes) between 1 and 262144),
  changed_at timestamptz not null
);
