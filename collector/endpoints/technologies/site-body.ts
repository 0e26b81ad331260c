import { z } from 'zod';

/** The body names the site or page that is to be looked at. */
export const siteBody = z.object({
  url: z
    .string()
    .min(1)
    .max(2_048)
    .meta({ examples: ['example.com', 'https://www.example.com/shop'] })
    .describe(
      'A domain, or an http or https URL. The site of a domain is fetched over https, or else over http.',
    ),
});
