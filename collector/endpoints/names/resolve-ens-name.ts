import { nameAnswerSchema } from '@sonde/scanner/names/name-answer.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { type NamePorts, nameOperation, resolveAs } from './name-query.ts';

export const resolveEnsName = defineEndpoint({
  ...nameOperation,
  path: '/api/v2/web3/ens/resolve',
  summary: 'Resolve a name of the Ethereum Name Service',
  description:
    'Names under .eth, and names of the DNS that were imported: address, content hash and texts, as of the block that is told.',
  response: nameAnswerSchema,
  run: (input, ports: NamePorts) => resolveAs('ens', input, ports),
});
