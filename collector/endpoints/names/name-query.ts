import type { NameDirectory } from '@sonde/scanner/names/name-directory.ts';
import { contradiction, type NameKind } from '@sonde/scanner/names/name-kind.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { type WithNetworkPorts, withNetwork } from '../../domain/intelligence/scan/with-network.ts';

const nameText = z.string().min(1).max(255);

export const nameQuery = z.object({
  name: nameText.optional().meta({ examples: ['example.eth'] }),
  domain: nameText.optional().describe('The same as `name`.'),
});

export interface NamePorts extends WithNetworkPorts {
  readonly names: NameDirectory;
}

/** What the operations about names have in common. */
export const nameOperation = {
  method: 'GET',
  family: 'Names beside the DNS',
  access: 'public',
  cost: 2,
  timeLimit: 60_000,
  errors: ['upstream_failed'],
  query: nameQuery,
} as const;

/** The name that is asked for, trimmed, in lower case and without a trailing dot. */
export function askedName({ name, domain }: z.output<typeof nameQuery>): string {
  const given = name ?? domain;
  if (given === undefined) throw new InvalidInput('name', 'A `name` or a `domain` is needed.');
  if (name !== undefined && domain !== undefined && name !== domain) {
    throw new InvalidInput('domain', '`name` and `domain` are two words for the same: send one.');
  }
  const asked = given.trim().toLowerCase().replace(/\.$/, '');
  if (asked === '' || /[\p{Cc}\s/:@]/u.test(asked)) {
    throw new InvalidInput('name', 'This is no name: it is empty, or has blanks or signs of URLs in it.');
  }
  return asked;
}

/** Resolves a name as one of the kind that the operation is for. Throws InvalidInput if it can not be of that kind. */
export async function resolveAs(
  kind: NameKind,
  { query, signal }: { query: z.output<typeof nameQuery>; signal: AbortSignal },
  ports: NamePorts,
) {
  const name = askedName(query);
  const wrong = contradiction(name, kind);
  if (wrong !== undefined) throw new InvalidInput('name', wrong);
  const reading = { kind, reason: 'The operation was asked for names of this kind.' };
  return withNetwork(ports, signal, ({ fetch }) => ports.names.resolve(name, reading, { fetch, signal }));
}
