import { addressNotesSchema } from '@sonde/shared/schemas/address-note.ts';
import { countOnAllPages } from '@sonde/shared/schemas/list-count.ts';
import { pageParameters } from '@sonde/shared/schemas/page.ts';
import { threatSchema } from '@sonde/shared/schemas/threat.ts';
import { z } from 'zod';
import { addressesOfThreats } from '../../domain/intelligence/addresses/addresses-in-answers.ts';
import { presentThreat } from '../../domain/traffic/monitoring/present-threat.ts';
import { type ThreatFilterPorts, threatFilter } from '../../domain/traffic/monitoring/threat-filter.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import type { ThreatStore } from '../../ports/threats/threats.ts';
import { threatParameters, threatsAsked } from './threat-parameters.ts';

export const listThreats = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/threats',
  summary: 'List threats',
  description:
    'Returns the threats of all locations of the account, or of one, newest first. Without a time ' +
    'range, threats of all times are returned.',
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    ...threatParameters,
    ...pageParameters(100, 1_000),
  }),
  response: z.object({
    count: countOnAllPages,
    threats: z.array(threatSchema),
    addresses: addressNotesSchema,
    limit: z.int(),
    offset: z.int(),
  }),
  errors: ['not_found'],
  async run(
    { caller, query },
    ports: ThreatFilterPorts & {
      readonly threats: Pick<ThreatStore, 'list'>;
      readonly addressNotes: AddressNotes;
    },
  ) {
    const { limit, offset } = query;
    const filter = await threatFilter(threatsAsked(caller, query), ports);
    const { count, threats } = await ports.threats.list(caller.accountId, filter, { limit, offset });
    const addresses = ports.addressNotes.of(addressesOfThreats(threats));
    return { count, threats: threats.map(presentThreat), addresses, limit, offset };
  },
});
