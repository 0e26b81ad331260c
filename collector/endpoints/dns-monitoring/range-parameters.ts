import { z } from 'zod';
import type { TimeQuestion } from '../../domain/traffic/monitoring/time-question.ts';

const moment = z.iso.datetime({ offset: true });

/** These parameters ask for a stretch of time. */
export const rangeParameters = {
  from: moment.optional().describe('Start of the range, included. Not allowed together with `period`.'),
  to: moment.optional().describe('End of the range, excluded. Default: now.'),
  period: z
    .string()
    .regex(/^[1-9][0-9]{0,4}[mhd]$/, 'must be a number and m, h or d: 90m, 24h, 7d')
    .optional()
    .describe('Length of the range that ends at `to`, for example 90m, 24h or 7d.')
    .meta({ examples: ['24h'] }),
};

interface AskedTime {
  readonly location_id?: number | null | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly period?: string | undefined;
}

/** Makes the time question of an operation, out of its caller and its parameters. */
export function rangeOf(
  { accountId }: { readonly accountId: number },
  { location_id: locationId, from, to, period }: AskedTime,
): TimeQuestion {
  return { accountId, locationId: locationId ?? undefined, from: toDate(from), to: toDate(to), period };
}

function toDate(text: string | undefined): Date | undefined {
  return text === undefined ? undefined : new Date(text);
}
