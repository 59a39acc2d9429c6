import { sql, type RawBuilder } from 'kysely';

/** Returns a tag in the form used for comparison: without compatibility forms and case. */
export function tagKey(tag: string): string {
  return tag.normalize('NFKC').toLowerCase();
}

/** SQL condition that the document `d` of a query has a tag. */
export function isTagged(tag: string): RawBuilder<boolean> {
  return sql<boolean>`exists (select from document_tags t where t.document_id = d.id and t.name_key = ${tagKey(tag)})`;
}
