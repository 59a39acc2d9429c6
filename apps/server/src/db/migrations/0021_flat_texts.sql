-- Texts are stored flat from here on (docs/storage.md). Development versions before stored trees, which nothing can read any more.
do $$ begin
  if exists (select from document_log) or exists (select from document_snapshots) or exists (select from document_versions) then
    raise exception 'This data folder was made by a development version of Longhand that stored texts in another form, which this version '
      'cannot read. Start with an empty data folder. To keep the texts, export them with the version that made the folder, and import the files.';
  end if;
end $$;
