import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Description of the API itself. */
export const apiDocsEndpoints = {
  getOpenApi: endpoint({
    method: 'GET',
    path: '/api/v1/openapi.json',
    summary: 'Get the OpenAPI document of this API',
    access: 'public',
    rateLimit: 'calls',
    status: 200,
    answer: z.record(z.string(), z.unknown()),
    refuses: [],
  }),
  getDocs: endpoint({
    method: 'GET',
    path: '/api/v1/docs',
    summary: 'Get the reference of this API as a page',
    access: 'public',
    rateLimit: 'calls',
    status: 200,
    answer: null,
    gives: 'file',
    refuses: [],
  }),
} as const;
