import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { CollectorCertificate } from '../../ports/system/serving-certificates.ts';
import { collectorCertificateSchema, presentCertificate } from './present-certificate.ts';

export const getCollectorCertificate = defineEndpoint({
  method: 'GET',
  path: '/api/admin/certificate',
  summary: 'Get the certificate that the collector serves, and how its renewal goes',
  description:
    'Returns the source, names and expiry of the TLS certificate, and the failures and next attempt of its renewal.',
  family: 'Administration',
  access: 'admin',
  response: collectorCertificateSchema,
  async run(_call, { collectorCertificate }: { collectorCertificate: Pick<CollectorCertificate, 'state'> }) {
    return presentCertificate(collectorCertificate.state());
  },
});
