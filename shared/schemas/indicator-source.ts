import { z } from 'zod';

/** An indicator source is the name of a list of indicators, as it stands in URLs and in threats. */
export const indicatorSourceSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
    'must be 1 to 100 letters, digits, dots, hyphens and underscores',
  )
  .meta({ examples: ['local-blocklist'] });
