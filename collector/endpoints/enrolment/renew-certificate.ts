import { DomainError, NotFound } from '@sonde/shared/errors.ts';
import { certificateAnswerSchema, certificationRequestSchema } from '@sonde/shared/schemas/enrolment.ts';
import { z } from 'zod';
import type { ClientCertificates } from '../../domain/serving/clients/client-certificates.ts';
import { grantCertificate } from '../../domain/serving/clients/grant-certificate.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import type { EnrolmentStore } from '../../ports/ingest/enrolments.ts';

export const renewCertificate = defineEndpoint({
  method: 'POST',
  path: '/api/v1/enrolment/certificate',
  summary: "Renew an agent's client certificate",
  description:
    'Returns a new client certificate to an enrolled agent, which sends its own key. An agent ' +
    'with a valid certificate must renew it over a connection that uses the certificate. An agent ' +
    'whose certificate has expired must enrol again. An agent that enrolled before certificates ' +
    'existed gets its first one.',
  family: 'Enrolment',
  access: 'location',
  metered: false,
  body: z.object({ certification_request: certificationRequestSchema }),
  response: certificateAnswerSchema,
  errors: ['not_found', 'forbidden', 'upstream_failed'],
  async run(
    { caller, body },
    ports: {
      readonly enrolments: Pick<EnrolmentStore, 'agentOfKey'>;
      readonly clientCertificates: Pick<ClientCertificates, 'sign'> | undefined;
    },
  ) {
    const agent = await ports.enrolments.agentOfKey(caller.keyId);
    // A location's key is shared, and no proof of who has it.
    if (ports.clientCertificates === undefined || agent === undefined)
      throw new NotFound('certificate for this key');
    if (agent.certificateIssuedAt !== null && caller.certificate?.state !== 'fits') {
      throw new DomainError(
        'forbidden',
        'A certificate can only be renewed over a connection that uses it, while it is valid. Enrol again with a token.',
      );
    }
    return grantCertificate(agent, body.certification_request, ports.clientCertificates);
  },
});
