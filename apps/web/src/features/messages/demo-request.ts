import { z } from 'zod';

/** Schema of the demo request form, with its messages. */
export const demoRequest = z.object({
  name: z.string().trim().min(1, { error: 'Name is required' }),
  email: z.email({ error: 'Invalid email address' }),
  companyName: z.string().trim().min(1, { error: 'Company name is required' }),
  teamSize: z.string().trim().min(1, { error: 'Team size is required' }),
  message: z.string().trim().min(1, { error: 'Message is required' }),
});

/** Initial text of the message. */
export const defaultRequest = 'I would like to schedule a demo of Longhand for my team.';
