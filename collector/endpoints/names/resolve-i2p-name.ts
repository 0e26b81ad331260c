import { nameAnswerSchema } from '@sonde/scanner/names/name-answer.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { type NamePorts, nameOperation, resolveAs } from './name-query.ts';

export const resolveI2pName = defineEndpoint({
  ...nameOperation,
  path: '/api/v2/alternative/i2p/resolve',
  summary: 'Resolve a name of I2P',
  description:
    'Resolves I2P hosts by the address books that the operator configured, and names the book of ' +
    'each answer. Addresses under .b32.i2p are resolved from the name itself.',
  response: nameAnswerSchema,
  run: (input, ports: NamePorts) => resolveAs('i2p', input, ports),
});
