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
    'Checks a zone in master file format: syntax, records that contradict each other, delegations ' +
    'and glue, and names. In a signed zone, it also checks keys, signatures, NSEC and NSEC3 ' +
    'chains and the digest. No query is sent. $INCLUDE and $GENERATE are refused. The request ' +
    'costs 2 units, plus one for each 20,000 characters.',
  family: 'DNS intelligence',
  access: 'public',
  cost: 2,
  jsonLimits: { ...ordinaryJson, bytes: largestJson.bytes },
  body: z.object({
    ...zoneFileShape,
    at: z.iso.datetime().optional().describe('The time at which signatures must be valid. Default: now.'),
  }),
  response: z.object({
    zone: z.string().nullable().describe('The owner name of the SOA record; null if there is none.'),
    serial: z.int().nullable(),
    accepted: z.boolean().describe('Whether there is no finding of severity `error`.'),
    signed: z.boolean(),
    denial: z.enum(['nsec', 'nsec3']).nullable().describe('How a signed zone denies the existence of names.'),
    record_count: z.int(),
    name_count: z.int().describe('Number of names, including empty non-terminals.'),
    signatures: z
      .object({
        checked: z.int(),
        unchecked: z
          .int()
          .describe('Number of signatures that were skipped because checking the zone takes too long.'),
      })
      .nullable()
      .describe('Null if the zone is not signed.'),
    counts: z.object({ error: z.int(), warning: z.int(), info: z.int() }),
    omitted: z
      .int()
      .describe(
        'Number of findings that are counted but not listed. At most 100 of each code and 2,000 in ' +
          'total are listed.',
      ),
    findings: z.array(
      z.object({
        code: z.string(),
        severity,
        line: z.int().nullable().describe('Line from 1; null if something is missing in the zone.'),
        column: z.int().nullable().describe('Column from 1. Only for syntax errors.'),
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
