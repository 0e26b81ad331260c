import { enrolledAgentSchema, enrolmentRequestSchema } from '@sonde/shared/schemas/enrolment.ts';
import { type EnrolAgentPorts, enrolAgent as enrol } from '../../domain/traffic/enrolment/enrol-agent.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { presentEnrolledAgent } from './present-enrolment.ts';

export const enrolAgent = defineEndpoint({
  method: 'POST',
  path: '/api/v1/enrolment/agents',
  summary: 'Enrol an agent by a token',
  description:
    'What `sonde-agent enrol` asks for. The key that the agent made becomes one of the location of the token. Of many that ask with one token at ' +
    'once, as many are let in as it is good for. Asking again with the same key, agent and token is answered as the first time.',
  family: 'Enrolment',
  access: 'public',
  metered: false,
  body: enrolmentRequestSchema.omit({ certification_request: true }),
  response: enrolledAgentSchema,
  status: 201,
  errors: ['conflict', 'network_insufficient'],
  async run({ body, origin }, ports: EnrolAgentPorts) {
    const { token, key, agent_id: uuid, software, host } = body;
    const agent = await enrol({ token, key, uuid, software, host }, origin, ports);
    return presentEnrolledAgent(agent);
  },
});
