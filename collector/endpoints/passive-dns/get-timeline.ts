import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import { addressNotesSchema } from '@sonde/shared/schemas/address-note.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { passiveRecordSchema } from '@sonde/shared/schemas/passive-record.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import { addressesOfRecords } from '../../domain/intelligence/addresses/addresses-in-answers.ts';
import { domainTimeline } from '../../domain/traffic/passive-dns/domain-timeline.ts';
import type { PassiveDnsPorts } from '../../domain/traffic/passive-dns/query-passive-dns.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import { presentPassiveRecord } from './present-passive-record.ts';

export const getTimeline = defineEndpoint({
  method: 'GET',
  path: '/api/v2/history/timeline/{domain}',
  summary: "Show the history of a domain's records",
  description: "From passive DNS: what the account's own locations saw of the name, and when it changed.",
  family: 'Passive DNS',
  access: 'authenticated',
  params: z.object({ domain: domainNameSchema }),
  query: z.object({
    days: z.int().min(1).max(3_650).default(30),
    record_type: z.string().max(16).optional().describe('A mnemonic such as AAAA or the number.'),
  }),
  response: z.object({
    domain: z.string(),
    days: z.int(),
    since: timestampSchema,
    count: countInAnswer,
    records: z.array(passiveRecordSchema).describe('Those seen last first, 10,000 at most.'),
    addresses: addressNotesSchema,
    timeline: z
      .array(
        z.object({
          at: timestampSchema,
          event: z.enum(['first_seen', 'last_seen']),
          type: z.string(),
          data: z.string(),
          count: z.int(),
        }),
      )
      .describe('Oldest first.'),
  }),
  errors: ['question_too_large'],
  async run(
    { caller, params, query },
    ports: PassiveDnsPorts & { clock: Clock; addressNotes: AddressNotes },
  ) {
    const { domain, since, records, events } = await domainTimeline(
      { accountId: caller.accountId, domain: params.domain, days: query.days, recordType: query.record_type },
      ports,
    );
    return {
      domain,
      days: query.days,
      since: since.toISOString(),
      count: records.length,
      records: records.map(presentPassiveRecord),
      addresses: ports.addressNotes.of(addressesOfRecords(records)),
      timeline: events.map(({ at, event, type, data, count }) => ({
        at: at.toISOString(),
        event,
        type: recordTypeName(type),
        data,
        count,
      })),
    };
  },
});
