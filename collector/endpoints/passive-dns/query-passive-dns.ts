import { addressNotesSchema } from '@sonde/shared/schemas/address-note.ts';
import { idSchema } from '@sonde/shared/schemas/id.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { passiveRecordSchema } from '@sonde/shared/schemas/passive-record.ts';
import { z } from 'zod';
import { addressesOfRecords } from '../../domain/intelligence/addresses/addresses-in-answers.ts';
import {
  queryPassiveDns as ask,
  type PassiveDnsPorts,
} from '../../domain/traffic/passive-dns/query-passive-dns.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { StreamedAnswer } from '../../http/streamed-answer.ts';
import type { AddressNotes } from '../../ports/networks/address-notes.ts';
import type { PassiveRecord } from '../../ports/traffic/passive-dns.ts';
import { commonOutputLine, presentPassiveRecord } from './present-passive-record.ts';

export const queryPassiveDns = defineEndpoint({
  method: 'GET',
  path: '/api/v2/passive-dns/query',
  summary: 'Query passive DNS',
  description:
    "Returns the records that the account's own locations saw in responses, by name or by data " +
    'such as an address. With `format=cof`, the answer is in the Passive DNS Common Output ' +
    'Format, one object per line.',
  family: 'Passive DNS',
  access: 'authenticated',
  query: z.object({
    domain: z
      .string()
      .max(1_020)
      .optional()
      .describe('The name to look up. Either this or `data` is required.'),
    data: z.string().max(1_020).optional().describe('An address, a name or other record data.'),
    below: z.boolean().default(false).describe('Whether to include names below the domain.'),
    record_type: z.string().max(16).optional().describe('A mnemonic such as AAAA, or the number.'),
    location_id: idSchema.optional(),
    limit: z.int().min(1).max(10_000).default(100),
    format: z.enum(['json', 'cof']).default('json'),
  }),
  response: z.object({
    domain: z.string().nullable(),
    data: z.string().nullable(),
    count: countInAnswer,
    records: z.array(passiveRecordSchema),
    addresses: addressNotesSchema,
    limit: z.int(),
  }),
  streams: ['application/x-ndjson'],
  errors: ['not_found', 'not_stored', 'question_too_large'],
  async run({ caller, query }, ports: PassiveDnsPorts & { readonly addressNotes: AddressNotes }) {
    const { subject, records } = await ask(
      {
        accountId: caller.accountId,
        locationId: query.location_id,
        domain: query.domain,
        data: query.data,
        below: query.below,
        recordType: query.record_type,
        limit: query.limit,
      },
      ports,
    );
    if (query.format === 'cof') {
      return new StreamedAnswer('application/x-ndjson', 'passive-dns.ndjson', lines(records));
    }
    return {
      domain: query.domain === undefined ? null : subject,
      data: query.data === undefined ? null : subject,
      count: records.length,
      records: records.map(presentPassiveRecord),
      addresses: ports.addressNotes.of(answered(subject, records)),
      limit: query.limit,
    };
  },
});

/** The addresses of the answer; the question too if that is one. */
function* answered(subject: string, records: readonly PassiveRecord[]): Generator<string> {
  yield subject;
  yield* addressesOfRecords(records);
}

async function* lines(records: readonly PassiveRecord[]): AsyncGenerator<string> {
  for (const record of records) yield commonOutputLine(record);
}
