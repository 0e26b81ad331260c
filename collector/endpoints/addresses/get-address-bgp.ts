import { addressInput } from '@sonde/scanner/addresses/address-input.ts';
import type { KnownDatasets } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import { bgpSchema } from '@sonde/shared/schemas/address-scan.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { presentBgp } from '../../domain/intelligence/addresses/address-answer.ts';
import {
  originSince,
  originsOfAddress,
} from '../../domain/intelligence/addresses/origins/origins-of-address.ts';
import { wouldFill } from '../../domain/intelligence/addresses/scan-address.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { OriginHistoryStore } from '../../ports/addresses/origin-history.ts';
import { addressParams } from './address-parameters.ts';
import { originHistorySchema, presentOriginHistory } from './origin-history-form.ts';

const mostChanges = 50;

export const getAddressBgp = defineEndpoint({
  method: 'GET',
  path: '/api/ip/{ip}/bgp',
  summary: "Tell an IP address's route",
  description:
    'Returns the most specific announced prefix of the address and its origins. Also returns ' +
    'whether RPKI (RFC 6811) authorizes the origins, the payloads that cover the prefix, and ' +
    'earlier changes of origins. All data comes from local datasets.',
  family: 'Addresses',
  access: 'public',
  params: addressParams,
  response: z.object({
    ip: z.string(),
    bgp: bgpSchema.extend({
      as_path: z.array(z.int()).nullable(),
      covering_routes: z.array(z.object({ prefix: z.string(), origins: z.array(z.int()) })),
      origin_since: timestampSchema
        .nullable()
        .describe(
          'When the prefix got its current origins; null if they have not changed since `known_since` of the history.',
        ),
    }),
    origin_history: originHistorySchema,
    data_sources: z.array(z.string()),
    would_fill: z.record(z.string(), z.array(z.string())),
  }),
  async run(
    { params },
    ports: {
      datasets: KnownDatasets;
      originHistory: Pick<OriginHistoryStore, 'changesOf' | 'compared'>;
    },
  ) {
    const { datasets } = ports;
    const ip = addressInput(params.ip);
    const address = addressBytes(ip);
    const facts = datasets.find(address);
    const { route } = facts;
    const covering =
      route === null ? null : (datasets.validate(route.prefix, route.origins[0] ?? 0)?.covering ?? null);
    const bgp = presentBgp(facts, covering);
    const routes = datasets.routes(address).slice(1);
    const history = await originsOfAddress(ip, mostChanges, ports);
    return {
      ip,
      bgp: {
        ...bgp,
        as_path: bgp.path,
        covering_routes: routes.map(({ prefix, origins }) => ({ prefix, origins: [...origins] })),
        origin_since: originSince(route, history)?.toISOString() ?? null,
      },
      origin_history: presentOriginHistory(history),
      data_sources: [...facts.sources],
      would_fill: wouldFill(datasets),
    };
  },
});
