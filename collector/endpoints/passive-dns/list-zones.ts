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
    "Returns every followed zone that the operator's account can download. For each zone, shows " +
    'when it was read, its number of names and new names, and why an older version is kept. ' +
    'Without such an account, the list is empty.',
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
            '`pending`: the zone was never read. `active`: the version is the latest from the registry. ' +
              '`degraded`: an older version is kept. `failed`: there is no version.',
          ),
        note: z.string().nullable().describe('Why the zone is not active.'),
        read_at: timestampSchema
          .nullable()
          .describe('Time of the last successful read, whether the zone had changed or not.'),
        last_attempt_at: timestampSchema.nullable(),
        next_attempt_at: timestampSchema.nullable(),
        names: z.int().nullable().describe('Number of delegated names in the version that is kept.'),
        new_names: z
          .int()
          .nullable()
          .describe('Number of names that the previous version did not have; null for the first version.'),
        failures: z.int().describe('Number of failed reads in a row.'),
        shrunk_since: timestampSchema
          .nullable()
          .describe(
            'Since when the zone has had less than half of its names. Such a version is not trusted.',
          ),
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
