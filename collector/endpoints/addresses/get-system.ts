import { systemInput } from '@sonde/scanner/addresses/address-input.ts';
import { datasetsFor, type KnownDatasets } from '@sonde/scanner/datasets/facts/known-datasets.ts';
import { datasets as allDatasets } from '@sonde/scanner/datasets/sources/index.ts';
import { z } from 'zod';
import { defineEndpoint } from '../../http/define-endpoint.ts';

export const getSystem = defineEndpoint({
  method: 'GET',
  path: '/api/asn/{asn}',
  summary: 'Describe an autonomous system',
  description:
    'Returns the name of the autonomous system, its country by the registries, and the prefixes ' +
    'that it announces. All data comes from local datasets. A field is null if its dataset is not ' +
    'loaded.',
  family: 'Addresses',
  access: 'public',
  params: z.object({
    asn: z
      .string()
      .min(1)
      .max(200)
      .describe('`64500`, `AS64500`, or `1.10`.')
      .meta({ examples: ['AS64500'] }),
  }),
  query: z.object({
    max_prefixes: z
      .int()
      .min(0)
      .max(50_000)
      .default(10_000)
      .describe('Maximum number of prefixes in the answer. All prefixes are counted.'),
  }),
  response: z.object({
    asn: z.int(),
    name: z.string().nullable(),
    description: z.string().nullable(),
    country: z.string().nullable(),
    announced_prefixes: z.int().nullable(),
    prefixes: z.array(z.string()).nullable(),
    data_sources: z.array(z.string()),
    would_fill: z.record(z.string(), z.array(z.string())),
  }),
  run({ params, query }, { datasets }: { datasets: KnownDatasets }) {
    const asn = systemInput(params.asn);
    const { name, country } = datasets.named(asn);
    const hasRoutes = datasets.knows('origin');
    const announced = hasRoutes ? datasets.prefixesOf(asn, query.max_prefixes) : undefined;
    const [short = null] = name?.split(/\s/, 1) ?? [];
    const rest = name?.slice(short?.length ?? 0).replace(/^\s*-?\s*/, '') ?? '';
    const unfilled = (['origin', 'system'] as const).filter((role) => !datasets.knows(role));
    return {
      asn,
      name: short,
      description: rest === '' ? null : rest,
      country,
      announced_prefixes: announced?.count ?? null,
      prefixes: announced === undefined ? null : [...announced.prefixes],
      data_sources: datasets.all
        .filter(({ dataset }) => ['origin', 'system', 'delegation'].includes(dataset.role))
        .map(({ dataset }) => dataset.id),
      would_fill: Object.fromEntries(
        unfilled.map((role) => [
          role === 'origin' ? 'prefixes' : 'name',
          [...datasetsFor(role, allDatasets)],
        ]),
      ),
    };
  },
});
