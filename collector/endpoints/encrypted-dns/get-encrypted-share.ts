import { encryptedTransports } from '@sonde/shared/batch/encrypted-flow.ts';
import { addressNotesSchema } from '@sonde/shared/schemas/address-note.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { flowFilter, flowParameters } from '../../domain/traffic/encrypted/flow-filter.ts';
import { type ShareOfClientsPorts, shareOfClients } from '../../domain/traffic/encrypted/share-of-clients.ts';
import { filterDescription } from '../../domain/traffic/monitoring/filter-parameters.ts';
import { alignedRange } from '../../domain/traffic/monitoring/stats-range.ts';
import type { TimeQuestionPorts } from '../../domain/traffic/monitoring/time-question.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import type { FlowCount } from '../../ports/traffic/encrypted-flows.ts';
import { rangeOf, rangeParameters } from '../dns-monitoring/range-parameters.ts';

const count = z.int().min(0);
const counts = { connections: count, clients: count, bytes: count };

export const getEncryptedShare = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dns-monitoring/encrypted/share',
  summary: 'Get the share of encrypted DNS',
  description:
    'Compares connections of encrypted DNS with unencrypted queries, in total and for each ' +
    'client. The default range is the last 24 hours. The range begins on a whole hour, or on a ' +
    'whole minute if it is short. A connection can carry one query or thousands, and only its ' +
    'endpoints know how many. A share is therefore the number of connections divided by ' +
    'connections plus queries. A client that bypasses the resolver completely has a share of 1. ' +
    `${filterDescription}`,
  family: 'DNS monitoring',
  access: 'authenticated',
  query: z.object({
    location_id: idSchema.optional(),
    ...rangeParameters,
    ...flowParameters,
    top: z.int().min(1).max(1_000).default(20).describe('Maximum number of clients in the list.'),
  }),
  response: z.object({
    location_id: idSchema.nullable().describe('Null if the answer covers all locations of the account.'),
    from: timestampSchema,
    to: timestampSchema.describe('End of the range, excluded.'),
    totals: z.object({
      connections: count,
      clients: count,
      bytes_to_server: count,
      bytes_to_client: count,
      not_looked_up: count.describe(
        'Connections to servers whose address the client did not look up in unencrypted DNS.',
      ),
      clear_queries: count.describe('Queries of all clients in the range, or of the clients in the filter.'),
      clear_clients: count,
      clients_without_queries: count.describe('Clients with connections but without unencrypted queries.'),
    }),
    protocols: z.array(z.object({ protocol: z.enum(encryptedTransports), ...counts })),
    providers: z.array(
      z.object({
        provider: z.string().nullable().describe('Null for servers that are on no list.'),
        ...counts,
      }),
    ),
    clients: z
      .array(
        z.object({
          client_ip: z.string(),
          connections: count,
          clear_queries: count,
          encrypted_share: z
            .number()
            .min(0)
            .max(1)
            .describe('Connections divided by connections plus queries.'),
          bytes: count,
          providers: z.array(z.string()),
          not_looked_up: count.describe(
            'Connections to servers whose address the client did not look up in unencrypted DNS.',
          ),
          first_seen: timestampSchema,
          last_seen: timestampSchema,
        }),
      )
      .describe('Clients with the most connections.'),
    bucket_seconds: count.describe('Length of one point of the series in seconds.'),
    series: z.array(z.object({ at: timestampSchema, connections: count, clear_queries: count })),
    addresses: addressNotesSchema,
  }),
  errors: ['not_found', 'question_too_large'],
  async run(
    { caller, query },
    ports: TimeQuestionPorts & ShareOfClientsPorts & { readonly addressNotes: AddressNotes },
  ) {
    const question = rangeOf(caller, query);
    const asked = await flowFilter(question, query, ports);
    const filter = { ...asked, ...alignedRange(question, asked) };
    const share = await shareOfClients(filter, query.top, ports);
    return {
      location_id: query.location_id ?? null,
      from: filter.from.toISOString(),
      to: filter.to.toISOString(),
      totals: {
        connections: share.flows,
        clients: share.clients,
        bytes_to_server: share.octetsToServer,
        bytes_to_client: share.octetsToClient,
        not_looked_up: share.notLookedUp,
        clear_queries: share.clearQueries,
        clear_clients: share.clearClients,
        clients_without_queries: share.clientsWithoutQueries,
      },
      protocols: encryptedTransports.flatMap((protocol) => {
        const found = share.transports.find(({ name }) => name === protocol);
        return found === undefined ? [] : [{ protocol, ...countsOf(found) }];
      }),
      providers: share.providers.map((each) => ({
        provider: each.name === '' ? null : each.name,
        ...countsOf(each),
      })),
      clients: share.shares.map((client) => ({
        client_ip: client.client,
        connections: client.flows,
        clear_queries: client.queries,
        encrypted_share: client.flows / (client.flows + client.queries),
        bytes: client.octets,
        providers: [...client.providers],
        not_looked_up: client.notLookedUp,
        first_seen: client.firstSeenAt.toISOString(),
        last_seen: client.lastSeenAt.toISOString(),
      })),
      bucket_seconds: share.bucketSeconds,
      series: share.series.map(({ at, flows, queries }) => ({
        at: at.toISOString(),
        connections: flows,
        clear_queries: queries,
      })),
      addresses: ports.addressNotes.of(share.shares.map(({ client }) => client)),
    };
  },
});

function countsOf({ flows, clients, octets }: FlowCount) {
  return { connections: flows, clients, bytes: octets };
}
