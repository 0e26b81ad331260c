import { addressInput } from '@sonde/scanner/addresses/address-input.ts';
import type { KnownDatasets } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import { addressBytes } from '@sonde/shared/net/address.ts';
import { bgpSchema } from '@sonde/shared/schemas/address-scan.ts';
import { z } from 'zod';
import { presentBgp } from '../../domain/intelligence/addresses/address-answer.ts';
import { wouldFill } from '../../domain/intelligence/addresses/scan-address.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { addressParams } from './address-parameters.ts';

export const getAddressBgp = defineEndpoint({
  method: 'GET',
  path: '/api/ip/{ip}/bgp',
  summary: "Tell an IP address's route",
  description:
    'The narrowest announced prefix that has the address, its origins, and whether the RPKI (RFC 6811) authorises them, with ' +
    'the payloads that cover the prefix. All of it comes from datasets on this machine.',
  family: 'Addresses',
  access: 'public',
  params: addressParams,
  response: z.object({
    ip: z.string(),
    bgp: bgpSchema.extend({
      as_path: z.array(z.int()).nullable(),
      covering_routes: z.array(z.object({ prefix: z.string(), origins: z.array(z.int()) })),
    }),
    data_sources: z.array(z.string()),
    would_fill: z.record(z.string(), z.array(z.string())),
  }),
  run({ params }, { datasets }: { datasets: KnownDatasets }) {
    const ip = addressInput(params.ip);
    const address = addressBytes(ip);
    const facts = datasets.find(address);
    const { route } = facts;
    const covering =
      route === null ? null : (datasets.validate(route.prefix, route.origins[0] ?? 0)?.covering ?? null);
    const bgp = presentBgp(facts, covering);
    const routes = datasets.routes(address).slice(1);
    return {
      ip,
      bgp: {
        ...bgp,
        as_path: bgp.path,
        covering_routes: routes.map(({ prefix, origins }) => ({ prefix, origins: [...origins] })),
      },
      data_sources: [...facts.sources],
      would_fill: wouldFill(datasets),
    };
  },
});
