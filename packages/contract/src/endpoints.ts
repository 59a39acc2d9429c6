import { authEndpoints } from './endpoints/auth.ts';
import { collaboratorsEndpoints } from './endpoints/collaborators.ts';
import { descriptionEndpoints } from './endpoints/description.ts';
import { documentsEndpoints } from './endpoints/documents.ts';
import { projectsEndpoints } from './endpoints/projects.ts';
import { usersEndpoints } from './endpoints/users.ts';

/** The whole HTTP API. A route that is not in this table does not exist. Source: API, Calls. */
export const endpoints = {
  ...authEndpoints,
  ...usersEndpoints,
  ...projectsEndpoints,
  ...documentsEndpoints,
  ...collaboratorsEndpoints,
  ...descriptionEndpoints,
} as const;

/** The name of a call, as code and the OpenAPI document know it. */
export type EndpointName = keyof typeof endpoints;
