import { addressNotesSchema } from '@sonde/shared/schemas/address-note.ts';
import { encryptedConnectionSchema } from '@sonde/shared/schemas/encrypted-connection.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { z } from 'zod';
import { flowFilter, flowParameters } from '../../domain/traffic/encrypted/flow-filter.ts';
import { presentFlow } from '../../domain/traffic/encrypted/present-flow.ts';
import { filterDescription } from '../../domain/traffic/monitoring/filter-parameters.ts';
import type { TimeQuestionPorts } from '../../domain/traffic/monitoring/time-question.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import type { EncryptedFlowStore } from '../../ports/traffic/encrypted-flows.ts';
import { rangeOf, rangeParameters } from '../dns-monitoring/range-parameters.ts';

export const listEncryptedConnections = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/encrypted',
  summary: 'List connections of encrypted DNS',
  description:
    'Returns connections of DNS over TLS, HTTPS and QUIC that agents saw. Agents do not decrypt ' +
    'them. The connection that began last comes first. Connections that existed at any time in ' +
    `the range are included; the default range is the last 24 hours. ${filterDescription}`,
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    ...rangeParameters,
    ...flowParameters,
    limit: z.int().min(1).max(1_000).default(100).describe('Maximum number of connections in a page.'),
    cursor: z.string().max(200).optional().describe('`next_cursor` of the previous page.'),
  }),
  response: z.object({
    count: countInAnswer,
    connections: z.array(encryptedConnectionSchema),
    addresses: addressNotesSchema,
    limit: z.int(),
    next_cursor: z.string().nullable().describe('Null on the last page.'),
  }),
  errors: ['not_found', 'question_too_large'],
  async run(
    { caller, query },
    ports: TimeQuestionPorts & {
      readonly encryptedFlows: Pick<EncryptedFlowStore, 'search'>;
      readonly addressNotes: AddressNotes;
    },
  ) {
    const filter = await flowFilter(rangeOf(caller, query), query, ports);
    const { limit, cursor } = query;
    const { flows, nextCursor } = await ports.encryptedFlows.search(filter, { limit, cursor });
    return {
      count: flows.length,
      connections: flows.map(presentFlow),
      addresses: ports.addressNotes.of(flows.flatMap(({ flow }) => [flow.client, flow.server])),
      limit,
      next_cursor: nextCursor ?? null,
    };
  },
});
