import { z } from 'zod';
import { roles } from './roles.ts';

/** Schema of a role in requests and responses. */
export const role = z.enum(roles).meta({ id: 'Role' });
