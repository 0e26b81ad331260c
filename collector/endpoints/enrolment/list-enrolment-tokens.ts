import { enrolmentTokenEntrySchema } from '@sonde/shared/schemas/enrolment.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import { scopedLocationIds } from '../../domain/traffic/monitoring/scoped-locations.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { EnrolmentStore } from '../../ports/ingest/enrolments.ts';
import type { LocationStore } from '../../ports/ingest/locations.ts';
import { presentToken } from './present-enrolment.ts';

export const listEnrolmentTokens = defineEndpoint({
  method: 'GET',
  path: '/api/v1/enrolment/tokens',
  summary: 'List tokens by which agents enrol',
  description:
    'Returns the newest token first, without the secret. Tokens that are no longer valid stay in ' +
    'the list for some days.',
  family: 'Enrolment',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    limit: z.int().min(1).max(1_000).default(100),
  }),
  response: z.object({ count: countInAnswer, tokens: z.array(enrolmentTokenEntrySchema) }),
  errors: ['not_found'],
  async run(
    { caller, query },
    ports: {
      readonly enrolments: Pick<EnrolmentStore, 'tokens'>;
      readonly locations: Pick<LocationStore, 'find' | 'list'>;
      readonly clock: Clock;
    },
  ) {
    const locationIds = await scopedLocationIds(caller.accountId, query.location_id, ports);
    const tokens = await ports.enrolments.tokens(locationIds, query.limit);
    const now = ports.clock.now();
    return { count: tokens.length, tokens: tokens.map((token) => presentToken(token, now)) };
  },
});
