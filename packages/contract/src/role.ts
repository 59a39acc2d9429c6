import { z } from 'zod';
import { roles } from './roles.ts';

/** A role, as calls and answers carry it. */
export const role = z.enum(roles).meta({ id: 'Role' });
