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
    'Ethereum Name Service, blockchain domain registry, Handshake, I2P, onion or Namecoin, and why. A name that may belong to ' +
    'several is resolved in each: the answer is that of the likeliest, `readings` has all of them, and a gateway that fails ' +
    'for another than the likeliest stands in the errors of its reading.',
  query: agreementQuery,
  response: nameAnswerSchema.extend({ readings: z.array(readingSchema) }),
  run: ({ query, signal }, ports: NamePorts) => resolveAnyName(nameIn(query), wishesOf(query), ports, signal),
});
