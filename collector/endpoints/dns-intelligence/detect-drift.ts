import { scanTarget } from '@sonde/scanner/checks/domain-name.ts';
import { domainNameSchema } from '@sonde/shared/schemas/domain-name.ts';
import { countInAnswer } from '@sonde/shared/schemas/list-count.ts';
import { severitySchema } from '@sonde/shared/schemas/severity.ts';
import { timestampSchema } from '@sonde/shared/schemas/timestamp.ts';
import { z } from 'zod';
import {
  type DetectDomainDriftPorts,
  detectDomainDrift,
} from '../../domain/intelligence/drift/detect-domain-drift.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { DomainEventStore } from '../../ports/scans/domain-events.ts';

const mostTold = 500;

const driftChangeSchema = z
  .object({
    kind: z.enum(['added', 'removed', 'changed']),
    about: z.enum(['record', 'certificate', 'fact', 'finding']),
    subject: z.string(),
    record_type: z.string().nullable(),
    old_value: z.string().nullable(),
    new_value: z.string().nullable(),
    severity: severitySchema,
    message: z.string(),
  })
  .meta({ id: 'DriftChange' });

export const detectDrift = defineEndpoint({
  method: 'GET',
  path: '/api/v2/drift/detect/{domain}',
  summary: 'Detect what changed about a domain',
  description:
    'Compares the latest scan with the one before, or with the first scan of the last `days`. The ' +
    'order and TTL of records do not count as changes. `drifted` is null if there are not two ' +
    'scans to compare.',
  family: 'DNS intelligence',
  access: 'public',
  params: z.object({ domain: domainNameSchema }),
  query: z.object({ days: z.int().min(1).max(3_650).optional() }),
  response: z.object({
    domain: z.string(),
    scans: z.int().describe('Number of scans in this time that can be compared.'),
    drifted: z.boolean().nullable(),
    from: timestampSchema.nullable(),
    to: timestampSchema.nullable(),
    count: countInAnswer,
    changes: z.array(driftChangeSchema),
    told: z
      .array(
        z.object({
          at: timestampSchema,
          record_type: z.string(),
          old_value: z.string().nullable(),
          new_value: z.string().nullable(),
          severity: severitySchema,
          message: z.string(),
        }),
      )
      .describe(
        'Changes that were reported when they happened, latest first: those between the two scans, or ' +
          'of the last `days`.',
      ),
  }),
  async run(
    { params, query },
    ports: DetectDomainDriftPorts & { readonly domainEvents: Pick<DomainEventStore, 'list'> },
  ) {
    const domain = scanTarget(params.domain);
    const { scans, report } = await detectDomainDrift(domain, query.days, ports);
    const changes = report?.changes ?? [];
    const since =
      query.days === undefined
        ? new Date(report?.from ?? ports.clock.now())
        : new Date(ports.clock.now() - query.days * 86_400_000);
    const told = (await ports.domainEvents.list(domain, since, mostTold)).filter(
      ({ kind }) => kind === 'dns_change' || kind === 'registration_change',
    );
    return {
      domain,
      scans,
      drifted: report?.drifted ?? null,
      from: report?.from ?? null,
      to: report?.to ?? null,
      count: changes.length,
      changes: changes.map((change) => ({
        kind: change.kind,
        about: change.about,
        subject: change.subject,
        record_type: change.recordType,
        old_value: change.oldValue,
        new_value: change.newValue,
        severity: change.severity,
        message: change.message,
      })),
      told: told.map(({ at, subject, oldValue, newValue, severity, message }) => ({
        at: at.toISOString(),
        record_type: subject,
        old_value: oldValue,
        new_value: newValue,
        severity,
        message,
      })),
    };
  },
});
