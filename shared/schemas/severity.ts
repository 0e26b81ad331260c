import { z } from 'zod';

/** How bad something is, least first. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const;
export const severitySchema = z.enum(severities);
export type Severity = (typeof severities)[number];
