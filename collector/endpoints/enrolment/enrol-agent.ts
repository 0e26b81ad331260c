import {
  certificateAnswerSchema,
  enrolledAgentSchema,
  enrolmentRequestSchema,
} from '@sonde/shared/schemas/enrolment.ts';
import { z } from 'zod';
import type { ClientCertificates } from '../../domain/serving/clients/client-certificates.ts';
import { grantCertificate, readRequest } from '../../domain/serving/clients/grant-certificate.ts';
import { type EnrolAgentPorts, enrolAgent as enrol } from '../../domain/traffic/enrolment/enrol-agent.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentEnrolledAgent } from './present-enrolment.ts';

export const enrolAgent = defineEndpoint({
  method: 'POST',
  path: '/api/v1/enrolment/agents',
  summary: 'Enrol an agent by a token',
  description:
    "Called by `sonde-agent enrol`. The key that the agent generated becomes a key of the token's " +
    'location. If many agents use one token at the same time, only the allowed number is ' +
    'accepted. A repeated request with the same key, agent and token gets the same answer as the ' +
    'first.',
  family: 'Enrolment',
  access: 'public',
  metered: false,
  body: enrolmentRequestSchema,
  response: z.object({
    ...enrolledAgentSchema.shape,
    certificate: certificateAnswerSchema
      .nullable()
      .describe('Null if the agent did not request a certificate, or if this collector issues none.'),
  }),
  status: 201,
  errors: ['conflict', 'network_insufficient', 'upstream_failed'],
  async run(
    { body, origin },
    ports: EnrolAgentPorts & { readonly clientCertificates: Pick<ClientCertificates, 'sign'> | undefined },
  ) {
    const { token, key, agent_id: uuid, software, host } = body;
    const request = ports.clientCertificates && body.certification_request;
    // Before the token is used.
    if (request !== undefined) readRequest(request);
    const agent = await enrol({ token, key, uuid, software, host }, origin, ports);
    const certificate =
      request === undefined ? null : await grantCertificate(agent, request, ports.clientCertificates!);
    const endsAt = certificate?.ends_at ?? agent.certificateEndsAt?.toISOString() ?? null;
    return { ...presentEnrolledAgent(agent), certificate_ends_at: endsAt, certificate };
  },
});
