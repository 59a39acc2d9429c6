import type { EndpointName } from '@longhand/contract';
import { authRows } from './auth.ts';
import { collaboratorsRows } from './collaborators.ts';
import { descriptionRows } from './description.ts';
import { documentsRows } from './documents.ts';
import { projectsRows } from './projects.ts';
import type { Row } from './row.ts';
import { usersRows } from './users.ts';

/** Who may make which call, for the whole table of endpoints: one that has no row here fails to compile, and the test. */
export const rows: Record<EndpointName, Row> = {
  ...authRows,
  ...usersRows,
  ...projectsRows,
  ...documentsRows,
  ...collaboratorsRows,
  ...descriptionRows,
};
