import type { DocumentsTables } from './tables/documents.ts';
import type { LiveTables } from './tables/live.ts';
import type { PeopleTables } from './tables/people.ts';
import type { ProjectsTables } from './tables/projects.ts';

/** Row types of every table, as the migrations leave them; a test compares them with the migrated database. */
export type Schema = DocumentsTables & LiveTables & PeopleTables & ProjectsTables;
