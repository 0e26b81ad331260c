import { z } from 'zod';

/** The severities run from the least to the most severe. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;
export const severitySchema = z.enum(severities);
export type Severity = (typeof severities)[number];
