import { networkSchema, placeSchema } from '@sonde/shared/schemas/address-scan.ts';
import { z } from 'zod';
import { presentNetwork, presentPlace } from '../../domain/intelligence/addresses/address-answer.ts';
import {
  mostAddresses,
  type RangeRun,
  type RangeScan,
  RangeSummary,
  type ScanRangePorts,
  scanRange as scan,
} from '../../domain/intelligence/addresses/scan-range.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';

/** With more addresses than that the answer is sent as it is made. */
const mostAtOnce = 1_024;
/** Characters that are gathered before they are sent. */
const stretch = 65_536;

const reputationSchema = z.object({
  abuse_confidence: z.int(),
  total_reports: z.int(),
  is_blacklisted: z.boolean().nullable().describe('Null if no blocklist result is known.'),
});
const factsShape = {
  geolocation: placeSchema.nullable(),
  network: networkSchema,
  reputation: reputationSchema,
};

export const scanRange = defineEndpoint({
  method: 'GET',
  path: '/api/range/{cidr}/scan',
  summary: 'Scan a range of IP addresses',
  description:
    'Returns what is known locally about the addresses of a range, from datasets, feeds, reports ' +
    'and earlier scans. The operation sends nothing to the range. `alive_ips` counts addresses ' +
    'for which an earlier scan found a name. Without an account, a range has at most 256 ' +
    'addresses. With an account, it has at most 65,536 (a /16, or a /112 of IPv6). `max_ips` ' +
    'limits the addresses in the answer. With `format=runs` the answer is NDJSON: one line for ' +
    'each run of addresses with equal data, and a last line with the summary.',
  family: 'Addresses',
  access: 'public',
  cost: 2,
  params: z.object({
    cidr: z
      .string()
      .min(1)
      .max(200)
      .describe('The range in CIDR notation, with the slash written as `%2F`.')
      .meta({ examples: ['192.0.2.0%2F24'] }),
  }),
  query: z.object({
    max_ips: z.int().min(1).max(mostAddresses).default(256),
    format: z.enum(['addresses', 'runs']).default('addresses'),
  }),
  response: z.object({
    cidr: z.string(),
    total_ips: z.int(),
    scanned_ips: z.int(),
    results: z.array(z.object({ ip: z.string(), ...factsShape })),
    summary: z.object({
      alive_ips: z
        .int()
        .nullable()
        .describe('Number of addresses with a name; null if no scan has looked for names.'),
      threat_ips: z.int(),
      blacklisted_ips: z
        .int()
        .nullable()
        .describe('Number of listed addresses; null if no blocklist result is known.'),
      countries: z.record(z.string(), z.int()),
      asns: z.record(z.string(), z.int()),
    }),
  }),
  streams: ['application/x-ndjson'],
  errors: ['forbidden'],
  async run({ params, query, caller }, ports: ScanRangePorts) {
    const range = await scan({ cidr: params.cidr, maxAddresses: query.max_ips }, caller, ports);
    if (query.format === 'runs')
      return new StreamedAnswer('application/x-ndjson', 'range.ndjson', inStretches(runLines(range)));
    if (range.scannedAddresses > mostAtOnce)
      return new StreamedAnswer(
        'application/json; charset=utf-8',
        'range.json',
        inStretches(jsonParts(range)),
      );
    const summary = new RangeSummary();
    const results: AddressRow[] = [];
    for await (const run of range.runs()) {
      summary.add(run);
      results.push(...addressesOf(run, range, summary));
    }
    return { ...headOf(range), results, summary: presentSummary(summary) };
  },
});

type AddressRow = ReturnType<typeof addressesOf> extends Generator<infer Row> ? Row : never;

function* addressesOf(run: RangeRun, range: RangeScan, summary: RangeSummary) {
  const facts = presentRun(run);
  for (let at = 0; at < run.count; at++) {
    yield { ip: range.addressAt(summary.addresses - run.count + at), ...facts };
  }
}

async function* jsonParts(range: RangeScan): AsyncGenerator<string> {
  const summary = new RangeSummary();
  yield `${JSON.stringify(headOf(range)).slice(0, -1)},"results":[`;
  let separator = '';
  for await (const run of range.runs()) {
    summary.add(run);
    // What they have in common is written once and sent often.
    const tail = JSON.stringify(presentRun(run)).slice(1);
    for (let at = 0; at < run.count; at++) {
      yield `${separator}{"ip":"${range.addressAt(summary.addresses - run.count + at)}",${tail}`;
      separator = ',';
    }
  }
  yield `],"summary":${JSON.stringify(presentSummary(summary))}}`;
}

async function* runLines(range: RangeScan): AsyncGenerator<string> {
  const summary = new RangeSummary();
  for await (const run of range.runs()) {
    summary.add(run);
    const { first, last, count } = run;
    yield `${JSON.stringify({ event: 'run', first, last, count, ...presentRun(run) })}\n`;
  }
  yield `${JSON.stringify({ event: 'summary', ...headOf(range), summary: presentSummary(summary) })}\n`;
}

async function* inStretches(parts: AsyncIterable<string>): AsyncGenerator<string> {
  let gathered = '';
  for await (const part of parts) {
    gathered += part;
    if (gathered.length < stretch) continue;
    yield gathered;
    gathered = '';
  }
  if (gathered !== '') yield gathered;
}

function headOf({ cidr, totalAddresses, scannedAddresses }: RangeScan) {
  return { cidr, total_ips: totalAddresses, scanned_ips: scannedAddresses };
}

function presentRun({ facts, abuseConfidence, totalReports, isListed }: RangeRun) {
  return {
    geolocation: facts.place === null ? null : presentPlace(facts.place),
    network: presentNetwork(facts),
    reputation: { abuse_confidence: abuseConfidence, total_reports: totalReports, is_blacklisted: isListed },
  };
}

function presentSummary({
  aliveAddresses,
  threatAddresses,
  listedAddresses,
  countries,
  systems,
}: RangeSummary) {
  return {
    alive_ips: aliveAddresses,
    threat_ips: threatAddresses,
    blacklisted_ips: listedAddresses,
    countries,
    asns: systems,
  };
}
