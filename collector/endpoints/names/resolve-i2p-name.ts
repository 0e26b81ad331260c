import { nameAnswerSchema } from '@sonde/scanner/names/name-answer.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { type NamePorts, nameOperation, resolveAs } from './name-query.ts';

export const resolveI2pName = defineEndpoint({
  ...nameOperation,
  path: '/api/v2/alternative/i2p/resolve',
  summary: 'Resolve a name of I2P',
  description:
    'Hosts by the address books that the operator configured, each with its book; addresses under .b32.i2p by their form.',
  response: nameAnswerSchema,
  run: (input, ports: NamePorts) => resolveAs('i2p', input, ports),
});
