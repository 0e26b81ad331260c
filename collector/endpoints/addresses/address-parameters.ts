import { z } from 'zod';

/** The parameter takes any text for an address: its use judges whether it is one, so that the error can say why not. */
export const addressParams = z.object({
  ip: z
    .string()
    .min(1)
    .max(200)
    .describe('An IPv4 or IPv6 address.')
    .meta({ examples: ['192.0.2.1', '2001:db8::1'] }),
});
