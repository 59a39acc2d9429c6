-- Owners decide whether others may export the documents of a project.

alter table projects add column exports_allowed boolean not null default true;
