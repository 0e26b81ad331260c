import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { ZoneStateStore } from '../../ports/traffic/zones.ts';

export const listZones = defineEndpoint({
  method: 'GET',
  path: '/api/v2/feeds/zones',
  summary: 'List zones of top-level domains that are read',
  description:
    "Every zone that the operator's account may have and that is followed: when it was read, how many names it has, how many came into it, and " +
    'why an older set is kept if one is. Without such an account the list is empty.',
  family: 'Passive DNS',
  access: 'authenticated',
  response: z.object({
    count: countInAnswer,
    zones: z.array(
      z.object({
        zone: z.string(),
        status: z
          .enum(['pending', 'active', 'degraded', 'failed'])
          .describe(
            '`pending`: never read; `active`: the set is what the registry gave last; `degraded`: an older set is kept; `failed`: there is none.',
          ),
        note: z.string().nullable().describe('Why it is not active.'),
        read_at: timestampSchema.nullable().describe('The last answer that was good, changed or not.'),
        last_attempt_at: timestampSchema.nullable(),
        next_attempt_at: timestampSchema.nullable(),
        names: z.int().nullable().describe('Delegated names in the set that is kept.'),
        new_names: z
          .int()
          .nullable()
          .describe('Those among them that the set before had not; null for the first set.'),
        failures: z.int().describe('Looks in a row that failed.'),
        shrunk_since: timestampSchema
          .nullable()
          .describe('Since when the zone has had less than half of its names, and has not been believed.'),
      }),
    ),
  }),
  async run(_request, ports: { readonly zoneStates: Pick<ZoneStateStore, 'all'> }) {
    const states = await ports.zoneStates.all();
    return {
      count: states.length,
      zones: states.map((state) => ({
        zone: state.zone,
        status: state.status,
        note: state.note,
        read_at: timeOf(state.readAt),
        last_attempt_at: timeOf(state.lastAttemptAt),
        next_attempt_at: timeOf(state.nextAttemptAt),
        names: state.names,
        new_names: state.newNames,
        failures: state.failures,
        shrunk_since: timeOf(state.shrunkSince),
      })),
    };
  },
});

/** Null for a time that is not known, and for "at once". */
function timeOf(milliseconds: number | null): string | null {
  return milliseconds === null || milliseconds === 0 ? null : new Date(milliseconds).toISOString();
}
