import type { ColumnType } from 'kysely';

/** A moment that the database sets where none is given. */
export type Moment = ColumnType<Date, Date | undefined, Date>;
