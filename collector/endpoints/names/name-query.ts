import { coinWords, readCoinType } from '@sonde/scanner/names/ethereum/coins.ts';
import type { NameDirectory } from '@sonde/scanner/names/name-directory.ts';
import { contradiction, type NameKind } from '@sonde/scanner/names/name-kind.ts';
import type { NameWishes } from '@sonde/scanner/names/name-system.ts';
import { InvalidInput } from '@sonde/shared/errors.ts';
import { z } from 'zod';
import { askedName } from '../../domain/intelligence/names/asked-name.ts';
import { type WithNetworkPorts, withNetwork } from '../../domain/intelligence/scan/with-network.ts';

const nameText = z.string().min(1).max(255);

export const nameQuery = z.object({
  name: nameText.optional().meta({ examples: ['example.eth'] }),
  domain: nameText.optional().describe('Another name for `name`.'),
});

/** Operations on chains take an agreement beside the name. */
export const agreementQuery = nameQuery.extend({
  agreement: z
    .int()
    .min(1)
    .max(8)
    .default(1)
    .describe(
      'Number of gateways of a chain that must give the same answer at the same block. ' +
        'Contradicting answers cause a 502.',
    ),
});

export const ensQuery = agreementQuery.extend({
  coins: z
    .string()
    .max(400)
    .optional()
    .describe(
      'Coins whose addresses to return besides Ether, Bitcoin and Solana, separated by commas. Each ' +
        'is a coin type or a word.',
    )
    .meta({ examples: ['ltc,base,2147483658'] }),
  texts: z
    .string()
    .max(400)
    .optional()
    .describe('Keys of text records to return besides the usual ones, separated by commas.')
    .meta({ examples: ['com.github,org.telegram'] }),
});

const mostOfAList = 10;

/** Throws InvalidInput. */
export function wishesOf({
  agreement = 1,
  coins,
  texts,
}: Partial<Pick<z.output<typeof ensQuery>, 'agreement' | 'coins' | 'texts'>>): NameWishes {
  const listed = (text: string | undefined, field: string) => {
    const parts = text === undefined ? [] : text.split(',').map((part) => part.trim());
    if (parts.length > mostOfAList)
      throw new InvalidInput(field, `At most ${mostOfAList} are allowed in one request.`);
    return parts;
  };
  return {
    agreement,
    texts: listed(texts, 'texts').map((key) => {
      if (/^[\x21-\x7e]{1,64}$/.test(key)) return key;
      throw new InvalidInput('texts', 'A key of a text must have 1 to 64 visible ASCII characters.');
    }),
    coins: listed(coins, 'coins').map((word) => {
      const type = readCoinType(word);
      if (type !== undefined) return type;
      throw new InvalidInput(
        'coins',
        `There is no coin "${word}": a coin is a number or one of ${coinWords.join(', ')}.`,
      );
    }),
  };
}

export interface NamePorts extends WithNetworkPorts {
  readonly names: NameDirectory;
}

/** All operations about names share these parts. */
export const nameOperation = {
  method: 'GET',
  family: 'Names beside the DNS',
  access: 'public',
  cost: 2,
  timeLimit: 60_000,
  errors: ['upstream_failed'],
  query: nameQuery,
} as const;

/** Reads the name that is asked for, as the directory takes it. Throws InvalidInput. */
export function nameIn({ name, domain }: Pick<z.output<typeof nameQuery>, 'name' | 'domain'>): string {
  const given = name ?? domain;
  if (given === undefined) throw new InvalidInput('name', '`name` or `domain` is required.');
  if (name !== undefined && domain !== undefined && name !== domain) {
    throw new InvalidInput('domain', '`name` and `domain` mean the same. Send only one of them.');
  }
  return askedName(given);
}

/** Resolves a name as one of the kind that the operation is for. Throws InvalidInput if it can not be of that kind. */
export async function resolveAs(
  kind: NameKind,
  {
    query,
    signal,
  }: { query: z.output<typeof nameQuery> & Parameters<typeof wishesOf>[0]; signal: AbortSignal },
  ports: NamePorts,
) {
  const name = nameIn(query);
  const wrong = contradiction(name, kind);
  if (wrong !== undefined) throw new InvalidInput('name', wrong);
  const reading = { kind, reason: 'The operation was asked for names of this kind.' };
  const wishes = wishesOf(query);
  return withNetwork(ports, signal, ({ fetch }) =>
    ports.names.resolve(name, reading, { fetch, signal }, wishes),
  );
}
