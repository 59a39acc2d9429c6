import { z } from 'zod';

/** A pricing plan. `price` in minor units (cents) for each `interval`. */
export const plan = z
  .object({
    id: z.string(),
    name: z.string(),
    price: z.number().int(),
    currency: z.string(),
    interval: z.enum(['month', 'year']),
    features: z.array(z.string()),
    highlighted: z.boolean(),
  })
  .meta({ id: 'Plan' });
/** See {@link plan}. */
export type Plan = z.infer<typeof plan>;
