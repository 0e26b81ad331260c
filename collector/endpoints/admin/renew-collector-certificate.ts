import { Conflict } from '@sonde/shared/errors.ts';
import { act } from '../../domain/people/access/act.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { AuditLog } from '../../ports/accounts/audit-log.ts';
import type { CollectorCertificate } from '../../ports/system/serving-certificates.ts';
import { collectorCertificateSchema, presentCertificate } from './present-certificate.ts';

export const renewCollectorCertificate = defineEndpoint({
  method: 'POST',
  path: '/api/admin/certificate/renew',
  summary: "Ask the authority for the collector's next certificate now",
  description:
    'Starts the renewal and returns at once. The request also skips the waiting time after a ' +
    'failure. `GET /api/admin/certificate` shows the result. Authorities limit how often they can ' +
    'be asked.',
  family: 'Administration',
  access: 'admin',
  response: collectorCertificateSchema,
  errors: ['conflict'],
  async run(
    { caller, origin },
    ports: { collectorCertificate: CollectorCertificate; audit: Pick<AuditLog, 'record'> },
  ) {
    if (!(await ports.collectorCertificate.askSoon())) {
      throw new Conflict('The collector has no certificate authority. Set SONDE_ACME_NAMES.');
    }
    await ports.audit.record(act(caller, origin, { action: 'certificate_asked_for', object: 'collector' }));
    return presentCertificate(ports.collectorCertificate.state());
  },
});
