import { sql, type RawBuilder } from 'kysely';

/** A tag as it is compared: compatibility forms and case are one. */
export function tagKey(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}

/** Whether the document `d` of a query has a tag. */
export function isTagged(tag: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from document_tags t where t.document_id = d.id and t.name_key = ${tagKey(tag)})`;
}
