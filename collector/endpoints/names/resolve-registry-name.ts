import { nameAnswerSchema } from '@sonde/scanner/names/name-answer.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { agreementQuery, type NamePorts, nameOperation, resolveAs } from './name-query.ts';

export const resolveRegistryName = defineEndpoint({
  ...nameOperation,
  path: '/api/v2/web3/registry/resolve',
  summary: 'Resolve a name of the blockchain domain registry',
  description:
    'Resolves names under .crypto, .nft, .wallet, .blockchain and similar endings. Returns the ' +
    'records of each chain for which a gateway is configured.',
  query: agreementQuery,
  response: nameAnswerSchema,
  run: (input, ports: NamePorts) => resolveAs('registry', input, ports),
});
