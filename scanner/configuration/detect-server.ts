import { ConfigurationError } from './configuration-error.ts';
import type { ServerType } from './server-types.ts';

/** Signs of each server, with what they weigh. */
const signs: readonly (readonly [ServerType, RegExp, number])[] = [
  ['bind', /^[ \t]*(?:options|zone|acl|view|logging|controls|key|primaries|masters)\b[^\n:=]*\{/gm, 3],
  [
    'bind',
    /^[ \t]*(?:allow-query|allow-recursion|listen-on(?:-v6)?|allow-transfer|type)\s+[^:=\n]*[{;]/gm,
    2,
  ],
];

const names: readonly (readonly [RegExp, ServerType])[] = [
  [/^named\.conf|^named\..*\.conf$/i, 'bind'],
  [/^unbound.*\.conf$/i, 'unbound'],
  [/^nsd.*\.conf$/i, 'nsd'],
];

const mostRead = 64 * 1024;
const leastWeight = 3;

/** The server that a text is for, by its name and its words. Throws ConfigurationError if none can be told. */
export function detectServer(name: string, text: string): ServerType {
  const byName = names.find(([pattern]) => pattern.test(name))?.[1];
  if (byName !== undefined) return byName;
  const weights = new Map<ServerType, number>();
  for (const [type, pattern, weight] of signs) {
    const count = Math.min(5, text.slice(0, mostRead).match(pattern)?.length ?? 0);
    weights.set(type, (weights.get(type) ?? 0) + count * weight);
  }
  const [best] = [...weights].sort(([, one], [, other]) => other - one);
  if (best !== undefined && best[1] >= leastWeight) return best[0];
  throw new ConfigurationError('server_type', "The server can't be told from the text: say server_type.");
}
