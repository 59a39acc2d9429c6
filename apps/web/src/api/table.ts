import { endpoints as all, type Endpoint, type EndpointName } from '@longhand/contract';

/**
 * Method and path of a call. Its types come from the contract; its schemas are only used by the
 * server.
 */
export type Way = Pick<Endpoint, 'method' | 'path'>;

/**
 * Routes of all calls. Production builds replace it with `vite/call-table.ts`, without the schemas.
 */
export const endpoints: Readonly<Record<EndpointName, Way>> = all;
