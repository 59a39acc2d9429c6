-- The history that this database continues: see `db/lineage.ts`.

create table database_lineage (
  is_only boolean primary key default true check (is_only),
  lineage text not null
);
