import { z } from 'zod';

/** What the form of a demo request takes, with the sentences of the specification. Source: specification, section 5. */
export const demoRequest = z.object({
  name: z.string().trim().min(1, { error: 'Name is required' }),
  email: z.email({ error: 'Invalid email address' }),
  companyName: z.string().trim().min(1, { error: 'Company name is required' }),
  teamSize: z.string().trim().min(1, { error: 'Team size is required' }),
  message: z.string().trim().min(1, { error: 'Message is required' }),
});

/** What the message says before anybody has written one. Source: specification, section 2. */
export const defaultRequest = 'I would like to schedule a demo of Longhand for my team.';
