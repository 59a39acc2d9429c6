import { t } from '@lingui/core/macro';
import { z } from 'zod';

/** Schema of the demo request form, with its messages. */
export const demoRequest = z.object({
  name: z
    .string()
    .trim()
    .min(1, { error: t`Name is required` }),
  email: z.email({ error: t`Invalid email address` }),
  companyName: z
    .string()
    .trim()
    .min(1, { error: t`Company name is required` }),
  teamSize: z
    .string()
    .trim()
    .min(1, { error: t`Team size is required` }),
  message: z
    .string()
    .trim()
    .min(1, { error: t`Message is required` }),
});

/** Initial text of the message. */
export const defaultRequest = t`I would like to schedule a demo of Longhand for my team.`;
