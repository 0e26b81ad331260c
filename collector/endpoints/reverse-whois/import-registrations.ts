import type { Clock } from '@sonde/shared/system/clock.ts';
import { z } from 'zod';
import {
  importRegistrations as importAll,
  type RegistrationForm,
} from '../../domain/intelligence/registrations/import-registrations.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { rawBody } from '../../http/raw-body.ts';
import type { RegistrationIndex } from '../../ports/registrations/registration-index.ts';

const forms: Readonly<Record<string, RegistrationForm>> = {
  'text/plain': 'zone',
  'text/csv': 'csv',
  'application/json': 'json',
  'application/x-ndjson': 'json',
};

export const importRegistrations = defineEndpoint({
  method: 'POST',
  path: '/api/v1/reverse-whois/import',
  summary: 'Import registrations into the index',
  description:
    'Accepts plain text as a zone file, for example from CZDS, of which the name servers are ' +
    'imported. CSV needs a header with columns such as `domainName`, `registrarName` and ' +
    '`contactEmail`. JSON is an array or lines of objects with such members. Split files that are ' +
    'too large for one request. Invalid rows are counted.',
  family: 'Reverse WHOIS',
  access: 'admin',
  timeLimit: 120_000,
  query: z.object({
    source: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{0,63}$/)
      .default('import')
      .describe('The source that search results show for these entries.'),
  }),
  body: rawBody({
    contentTypes: Object.keys(forms),
    maxBytes: 4 * 1024 * 1024,
    schemas: {
      'text/plain': z.string().meta({ examples: ['example.com.\t172800\tin\tns\tns1.example.net.\n'] }),
      'text/csv': z
        .string()
        .meta({ examples: ['domainName,registrarName\nexample.com,Example Registrar\n'] }),
      'application/json': z
        .array(z.record(z.string(), z.unknown()))
        .meta({ examples: [[{ domainName: 'example.com', registrarName: 'Example Registrar' }]] }),
      'application/x-ndjson': z.string().meta({ examples: ['{"domainName":"example.com"}\n'] }),
    },
  }),
  response: z.object({
    rows: z.int(),
    imported: z.int().describe('Number of imported domains.'),
    malformed: z.int(),
    first_malformed: z.int().nullable(),
  }),
  async run({ body, query }, ports: { registrationIndex: Pick<RegistrationIndex, 'record'>; clock: Clock }) {
    const about = {
      form: forms[body.contentType] ?? 'zone',
      source: query.source,
      seenAt: new Date(ports.clock.now()),
    };
    const { firstMalformed, ...outcome } = await importAll(await body.read(), about, ports);
    return { ...outcome, first_malformed: firstMalformed };
  },
});
