import { endpoints as all, type Endpoint, type EndpointName } from '@longhand/contract';

/** What the browser has to know of a call: where it goes. Its types come from the contract; its schemas are the server's. */
export type Way = Pick<Endpoint, 'method' | 'path'>;

/** The way of every call. Built pages get it from `vite/callTable.ts` instead, without the schemas. */
export const endpoints: Readonly<Record<EndpointName, Way>> = all;
