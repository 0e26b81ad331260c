import { scanTarget } from '@sonde/scanner/checks/domain-name.ts';
import { nameAnswerSchema } from '@sonde/scanner/names/name-answer.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import { type NameHistoryPorts, nameHistory } from '../../domain/intelligence/names/name-history.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { nameIn, nameQuery } from './name-query.ts';

export const getNameHistory = defineEndpoint({
  method: 'GET',
  path: '/api/v2/web3/history',
  summary: 'List how the records of a name changed',
  description:
    "Returns each state of the name's records in earlier scans, newest first, with what changed. " +
    'Scans in which no source answered are left out. If an account scans a name, the name is ' +
    'watched from then on.',
  family: 'Names beside the DNS',
  access: 'public',
  query: nameQuery.extend({ days: z.int().min(1).max(3_650).default(365) }),
  response: z.object({
    name: z.string(),
    scans: z.int().describe('Number of scans in this time in which a source answered.'),
    count: countInAnswer,
    history: z.array(
      z.object({
        scan_timestamp: timestampSchema,
        scan_id: z.string(),
        resolved: nameAnswerSchema.shape.resolved,
        sources: nameAnswerSchema.shape.sources,
        blocks: nameAnswerSchema.shape.blocks,
        changes: z.array(
          z.object({
            kind: z.enum(['added', 'removed', 'changed']),
            record: z.string().describe('Path of the record in `resolved`.'),
            old_value: z.string().nullable(),
            new_value: z.string().nullable(),
          }),
        ),
      }),
    ),
  }),
  async run({ query }, ports: NameHistoryPorts) {
    const name = scanTarget(nameIn(query), 'name');
    const { scans, states } = await nameHistory(name, query.days, ports);
    return {
      name,
      scans,
      count: states.length,
      history: states.map(({ at, scanId, answer, changes }) => ({
        scan_timestamp: at.toISOString(),
        scan_id: scanId,
        resolved: answer.resolved,
        sources: answer.sources,
        blocks: answer.blocks,
        changes: changes.map(({ kind, recordType, oldValue, newValue }) => ({
          kind,
          record: recordType ?? '',
          old_value: oldValue,
          new_value: newValue,
        })),
      })),
    };
  },
});
