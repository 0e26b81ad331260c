import { z } from 'zod';

/** An address as somebody writes it; whether it is one is judged where it is used, so that the error can say why not. */
export const addressParams = z.object({
  ip: z
    .string()
    .min(1)
    .max(200)
    .describe('An IPv4 or IPv6 address.')
    .meta({ examples: ['192.0.2.1', '2001:db8::1'] }),
});
