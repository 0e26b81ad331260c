import { z } from 'zod';
import { maxNameCharacters } from '../batch/limits.ts';

/**
 * A domain name is a domain as a person writes it. Whether it is one is judged where it is used, so that the error can
 * say why not.
 */
export const domainNameSchema = z
  .string()
  .min(1)
  .max(maxNameCharacters)
  .meta({ examples: ['example.com'], format: 'idn-hostname' });
