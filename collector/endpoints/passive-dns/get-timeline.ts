import { recordTypeName } from '@sonde/shared/dns/record-types.ts';
import { addressNotesSchema } from '@sonde/shared/schemas/address-note.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { passiveRecordSchema } from '@sonde/shared/schemas/passive-record.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import { addressesOfRecords } from '../../domain/intelligence/addresses/addresses-in-answers.ts';
import {
  type DomainStoryPorts,
  domainStory,
  storyKinds,
} from '../../domain/intelligence/story/domain-story.ts';
import { domainTimeline } from '../../domain/traffic/passive-dns/domain-timeline.ts';
import type { PassiveDnsPorts } from '../../domain/traffic/passive-dns/query-passive-dns.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import { presentPassiveRecord } from './present-passive-record.ts';

export const getTimeline = defineEndpoint({
  method: 'GET',
  path: '/api/v2/history/timeline/{domain}',
  summary: "Show the history of a domain's records",
  description:
    "Returns what the account's own locations saw of the name in passive DNS, and when it " +
    'changed. `story` combines this with other events of the domain.',
  family: 'Passive DNS',
  access: 'authenticated',
  params: z.object({ domain: domainNameSchema }),
  query: z.object({
    days: z.int().min(1).max(3_650).default(30),
    record_type: z.string().max(16).optional().describe('A mnemonic such as AAAA, or the number.'),
  }),
  response: z.object({
    domain: z.string(),
    days: z.int(),
    since: timestampSchema,
    count: countInAnswer,
    records: z.array(passiveRecordSchema).describe('The most recently seen records first, at most 10,000.'),
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
      .describe('Changes, oldest first.'),
    story: z
      .array(
        z.object({
          at: timestampSchema,
          kind: z.enum(storyKinds),
          severity: severitySchema,
          subject: z
            .string()
            .describe(
              'A record type, the place where a certificate is served, the name in a certificate, or the ' +
                'type of a threat.',
            ),
          message: z.string(),
          old_value: z.string().nullable(),
          new_value: z.string().nullable(),
          threat_id: idSchema.nullable(),
        }),
      )
      .describe(
        'Reported changes, certificates and look-alikes of a watched domain, expiries, and threats of ' +
          'the account, oldest first.',
      ),
  }),
  errors: ['question_too_large'],
  async run(
    { caller, params, query },
    ports: PassiveDnsPorts & DomainStoryPorts & { clock: Clock; addressNotes: AddressNotes },
  ) {
    const { domain, since, records, events } = await domainTimeline(
      { accountId: caller.accountId, domain: params.domain, days: query.days, recordType: query.record_type },
      ports,
    );
    const story = await domainStory({ accountId: caller.accountId, domain, since }, ports);
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
      story: story.map(({ at, kind, severity, subject, message, oldValue, newValue, threatId }) => ({
        at: at.toISOString(),
        kind,
        severity,
        subject,
        message,
        old_value: oldValue,
        new_value: newValue,
        threat_id: threatId,
      })),
    };
  },
});
