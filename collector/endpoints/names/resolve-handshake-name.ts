import { nameAnswerSchema } from '@sonde/scanner/names/name-answer.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { type NamePorts, nameOperation, resolveAs } from './name-query.ts';

export const resolveHandshakeName = defineEndpoint({
  ...nameOperation,
  path: '/api/v2/web3/handshake/resolve',
  summary: "Resolve a name of Handshake's root",
  description:
    "Resolves names below Handshake's root through the root servers that the operator configured. " +
    'The answers are validated from the keys of that root.',
  response: nameAnswerSchema,
  run: (input, ports: NamePorts) => resolveAs('handshake', input, ports),
});
