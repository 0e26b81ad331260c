import { idSchema } from '@sonde/shared/schemas/id.ts';
import { z } from 'zod';
import type { LocationStore } from '../../../ports/ingest/locations.ts';
import type { AddressNotes } from '../../../ports/networks/address-notes.ts';
import { conditionsAsked, filterParameters } from '../monitoring/filter-parameters.ts';
import { queryConditions } from '../monitoring/query-filter.ts';
import { scopedLocationIds } from '../monitoring/scoped-locations.ts';
import type { LiveTail, Wanted } from './live-tail.ts';

/** A live query states the filters of the search and the rate that a client asks to be shown live. */
export const liveQuerySchema = z.object({
  location_id: idSchema.nullish(),
  ...filterParameters,
  max_per_second: z
    .int()
    .min(4)
    .max(400)
    .default(100)
    .describe('Queries that are sent in a second, at most; the others are counted.'),
});

export interface LiveQueryPorts {
  readonly locations: Pick<LocationStore, 'find' | 'list'>;
  readonly tail: Pick<LiveTail, 'subscribe'>;
  readonly addressNotes: AddressNotes;
}

/**
 * Begins to show an account its queries as they are stored, of the locations that it has by now. Returns the way to end
 * it; undefined if the collector has too many subscribers. Throws InvalidInput and NotFound.
 */
export async function subscribeQueries(
  accountId: number,
  asked: z.output<typeof liveQuerySchema>,
  deliver: Wanted['deliver'],
  { locations, tail }: Pick<LiveQueryPorts, 'locations' | 'tail'>,
): Promise<(() => void) | undefined> {
  const conditions = queryConditions(conditionsAsked(asked));
  const locationIds = await scopedLocationIds(accountId, asked.location_id ?? undefined, { locations });
  return tail.subscribe({ locationIds, conditions, perSecond: asked.max_per_second, deliver });
}
