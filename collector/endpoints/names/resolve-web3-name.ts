import { nameAnswerSchema } from '@sonde/scanner/names/name-answer.ts';
import { z } from 'zod';
import { resolveAnyName } from '../../domain/intelligence/names/resolve-any-name.ts';
import { defineEndpoint } from '../../http/define-endpoint.ts';
import { agreementQuery, type NamePorts, nameIn, nameOperation, wishesOf } from './name-query.ts';

const readingSchema = nameAnswerSchema.pick({
  kind: true,
  reason: true,
  valid: true,
  remark: true,
  hash: true,
  resolved: true,
  sources: true,
  errors: true,
});

export const resolveWeb3Name = defineEndpoint({
  ...nameOperation,
  path: '/api/v2/web3/resolve',
  summary: 'Tell which system a name belongs to, and resolve it',
  description:
    'Tells whether the name belongs to the Ethereum Name Service, the blockchain domain registry, ' +
    'Handshake, I2P, onion or Namecoin, and why. If the name can belong to several systems, it is ' +
    'resolved in each. The main answer is from the most likely system, and `readings` has all of ' +
    'them. If the gateway of a less likely system fails, the error is in that reading.',
  query: agreementQuery,
  response: nameAnswerSchema.extend({ readings: z.array(readingSchema) }),
  run: ({ query, signal }, ports: NamePorts) => resolveAnyName(nameIn(query), wishesOf(query), ports, signal),
});
