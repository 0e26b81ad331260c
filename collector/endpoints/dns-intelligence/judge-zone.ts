import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import type { ZoneFiles } from '../../domain/intelligence/zones/zone-files.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { largestJson, ordinaryJson } from '../../http/json-limits.ts';
import { zoneFileCost, zoneFileOf, zoneFileShape } from './zone-file-body.ts';

const severity = z.enum(['error', 'warning', 'info']);

export const judgeZone = defineEndpoint({
  method: 'POST',
  path: '/api/validate/zone',
  summary: 'Check a zone file',
  description:
    'All that is wrong with a zone that is sent along in master file format: faults of the text, records that contradict each ' +
    'other, delegations and glue, names, and in a signed zone keys, signatures, NSEC and NSEC3 chains and the digest. Nothing ' +
    'is asked of the network. $INCLUDE and $GENERATE are refused. It takes 2 units, and one more for each 20,000 characters.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 2,
  jsonLimits: { ...ordinaryJson, bytes: largestJson.bytes },
  body: z.object({
    ...zoneFileShape,
    at: z.iso
      .datetime()
      .optional()
      .describe('The time that signatures have to be in force at; now if absent.'),
  }),
  response: z.object({
    zone: z.string().nullable().describe('The name of the SOA record; null if there is none.'),
    serial: z.int().nullable(),
    accepted: z.boolean().describe('Whether there is no finding of severity `error`.'),
    signed: z.boolean(),
    denial: z.enum(['nsec', 'nsec3']).nullable().describe('How a signed zone denies names.'),
    record_count: z.int(),
    name_count: z.int().describe('Empty non-terminals included.'),
    signatures: z
      .object({
        checked: z.int(),
        unchecked: z.int().describe('Those that were left out because the zone takes too much.'),
      })
      .nullable()
      .describe('Null if the zone is not signed.'),
    counts: z.object({ error: z.int(), warning: z.int(), info: z.int() }),
    omitted: z
      .int()
      .describe('Findings that are counted and not listed: 100 of a code are, and 2,000 in all.'),
    findings: z.array(
      z.object({
        code: z.string(),
        severity,
        line: z.int().nullable().describe('From 1; null if something is missing.'),
        column: z.int().nullable().describe('From 1; of faults of the text alone.'),
        name: z.string().nullable(),
        message: z.string(),
        rule: z.string(),
      }),
    ),
  }),
  errors: ['overloaded'],
  extraCost: zoneFileCost,
  async run({ body, signal }, { zoneFiles, clock }: { zoneFiles: ZoneFiles; clock: Clock }) {
    const time = body.at === undefined ? clock.now() : Date.parse(body.at);
    const file = { ...zoneFileOf(body), now: Math.floor(time / 1_000) };
    const { records, names, findings, ...verdict } = await zoneFiles.judge(file, signal);
    return {
      ...verdict,
      record_count: records,
      name_count: names,
      signatures: verdict.signatures && { ...verdict.signatures },
      findings: findings.slice(),
    };
  },
});
