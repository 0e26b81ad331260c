import { isUtf8 } from 'node:buffer';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { indicatorSourceSchema } from '@sonde/shared/schemas/indicator-source.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { z } from 'zod';
import type { IndicatorMatcher } from '../../domain/detection/indicator-matcher.ts';
import { importIndicators } from '../../domain/intelligence/indicators/import-indicators.ts';
import type { ListFormat } from '../../domain/intelligence/indicators/read-list.ts';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { rawBody } from '../../http/raw-body.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { IndicatorStore } from '../../ports/threats/indicators.ts';

const formats: Readonly<Record<string, ListFormat>> = {
  'text/plain': 'lines',
  'text/csv': 'csv',
  'application/json': 'json',
};

export const replaceIndicators = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/threat-intel/indicators/{source}',
  summary: 'Replace the indicators of a source',
  description:
    'The body is the complete list of the source. Accepted are lines with one name each (also of ' +
    'a hosts file), CSV with a header that has the column `name`, and a JSON array. A name also ' +
    'covers all names below it; `*.name` covers only the names below it. Earlier indicators of ' +
    'the source that are missing in the list are removed. The list takes effect on this collector ' +
    'at once and on others within seconds.',
  family: 'Threat intelligence',
  access: 'admin',
  params: z.object({ source: indicatorSourceSchema }),
  query: z.object({
    threat_type: z
      .string()
      .trim()
      .min(1)
      .max(128)
      .default('malicious_domain')
      .describe('Threat type of entries that have none.'),
    severity: severitySchema.default('high').describe('Severity of entries that have none.'),
    description: z.string().trim().max(2_000).optional().describe('Description of entries that have none.'),
  }),
  body: rawBody({
    contentTypes: Object.keys(formats),
    maxBytes: 32 * 1024 * 1024,
    schemas: {
      'text/plain': z.string().meta({ examples: ['bad.example\n0.0.0.0 worse.example # hosts file\n'] }),
      'text/csv': z.string().meta({ examples: ['name,severity\nbad.example,critical\n'] }),
      'application/json': z
        .array(
          z.union([
            z.string(),
            z.object({
              name: z.string(),
              threat_type: z.string().optional(),
              severity: severitySchema.optional(),
              description: z.string().optional(),
            }),
          ]),
        )
        .meta({ examples: [['bad.example', { name: 'worse.example', severity: 'critical' }]] }),
    },
  }),
  response: z.object({
    source: z.string(),
    count: z.int().min(0).describe('Number of indicators of the source after the change.'),
    rejected: z.int().min(0),
    errors: z
      .array(z.object({ position: z.int().min(1), message: z.string() }))
      .describe('The first rejected entries. The position is the line, or the index in the array.'),
  }),
  timeLimit: 120_000,
  async run(
    { caller, origin, params, query, body },
    ports: {
      indicators: IndicatorStore;
      matcher: Pick<IndicatorMatcher, 'refresh'>;
      audit: Pick<AuditLog, 'record'>;
    },
  ) {
    const bytes = await body.read();
    if (!isUtf8(bytes)) throw new InvalidInput('', 'The list is not UTF-8 text.');
    const list = {
      source: params.source,
      format: formats[body.contentType] ?? 'lines',
      bytes,
      defaults: {
        threatType: query.threat_type,
        severity: query.severity,
        description: query.description || null,
      },
    };
    const { count, rejected, errors } = await importIndicators(list, ports);
    await ports.matcher.refresh(ports.indicators);
    const object = `indicators:${params.source}`;
    await ports.audit.record(
      act(caller, origin, { action: 'indicators_replaced', object, details: { count, rejected } }),
    );
    return { source: params.source, count, rejected, errors: [...errors] };
  },
});
