-- Working copies: which document one was made of, and what both said then.

alter table documents add column working_copy_of uuid references documents on delete set null;
alter table documents add column base_version_id uuid references document_versions on delete set null;  -- of what it was made of
alter table documents add column copy_version_id uuid references document_versions on delete set null;  -- the same, as the copy has it: pictures are its own
create index documents_working_copy on documents (working_copy_of) where working_copy_of is not null;
