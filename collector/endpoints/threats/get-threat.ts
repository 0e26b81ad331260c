import { addressNotesSchema } from '@sonde/shared/schemas/address-note.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { storedQuerySchema } from '@sonde/shared/schemas/stored-query.ts';
import { threatSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import {
  addressesOfQueries,
  addressesOfThreats,
} from '../../domain/intelligence/addresses/addresses-in-answers.ts';
import { explainThreat } from '../../domain/traffic/monitoring/explain-threat.ts';
import { presentQuery } from '../../domain/traffic/monitoring/present-query.ts';
import { presentThreat } from '../../domain/traffic/monitoring/present-threat.ts';
import { requireThreat } from '../../domain/traffic/monitoring/require-threat.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import type { ThreatStore } from '../../ports/threats/threats.ts';
import type { QuerySearch } from '../../ports/traffic/query-search.ts';

interface GetThreatPorts {
  readonly threats: Pick<ThreatStore, 'find'>;
  readonly querySearch: Pick<QuerySearch, 'search'>;
  readonly addressNotes: AddressNotes;
}

export const getThreat = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/threats/{id}',
  summary: 'Get one threat',
  description: 'Returns the threat with its evidence and the stored queries behind it.',
  family: 'DNS monitoring',
  access: 'authenticated',
  ownLocations: true,
  params: z.object({ id: idSchema }),
  response: threatSchema
    .extend({
      queries: z
        .array(storedQuerySchema)
        .nullable()
        .describe(
          'Stored queries about the subject of the threat, newest first, at most 50. They are from the ' +
            'day before it was last seen. Empty if the queries have expired; null if the store cannot ' +
            'answer now.',
        ),
      addresses: addressNotesSchema,
    })
    .meta({ id: 'ExplainedThreat' }),
  errors: ['not_found'],
  async run({ caller, params }, ports: GetThreatPorts) {
    const threat = await requireThreat(caller, params.id, ports);
    const queries = await explainThreat(threat, ports);
    const named = [...addressesOfThreats([threat]), ...addressesOfQueries(queries ?? [])];
    return {
      ...presentThreat(threat),
      queries: queries?.map(presentQuery) ?? null,
      addresses: ports.addressNotes.of(named),
    };
  },
});
