import type { NameAnswer } from '@sonde/scanner/names/name-answer.ts';
import type { NameDirectory } from '@sonde/scanner/names/name-directory.ts';
import { type Reading, readingsOf } from '@sonde/scanner/names/name-kind.ts';
import type { NameWishes } from '@sonde/scanner/names/name-system.ts';
import { DomainError } from '@sonde/shared/errors.ts';
import { type WithNetworkPorts, withNetwork } from '../scan/with-network.ts';

export interface ResolveNamePorts extends WithNetworkPorts {
  readonly names: Pick<NameDirectory, 'resolve'>;
}

/** A name reading is the answer of one system about a name. */
export type NameReading = Pick<
  NameAnswer,
  'kind' | 'reason' | 'valid' | 'remark' | 'hash' | 'resolved' | 'sources' | 'errors'
>;

/**
 * Resolves a name in every system that it may belong to: the likeliest system gives the answer, and another that fails
 * says so in its reading. `name`: as `askedName` gives it. Throws UpstreamFailed if the likeliest fails.
 */
export async function resolveAnyName(
  name: string,
  wishes: NameWishes,
  ports: ResolveNamePorts,
  signal: AbortSignal,
): Promise<NameAnswer & { readonly readings: NameReading[] }> {
  const [likeliest, ...others] = readingsOf(name);
  return withNetwork(ports, signal, async ({ fetch }) => {
    const resolve = (reading: Reading) => ports.names.resolve(name, reading, { fetch, signal }, wishes);
    const [answer, ...rest] = await Promise.all([
      resolve(likeliest),
      ...others.map((reading) => resolve(reading).then(readingOf, (error) => failedReading(reading, error))),
    ]);
    return { ...answer, readings: [readingOf(answer), ...rest] };
  });
}

function readingOf({
  kind,
  reason,
  valid,
  remark,
  hash,
  resolved,
  sources,
  errors,
}: NameAnswer): NameReading {
  return { kind, reason, valid, remark, hash, resolved, sources, errors };
}

function failedReading({ kind, reason }: Reading, error: unknown): NameReading {
  if (!(error instanceof DomainError)) throw error;
  const errors = [{ source: kind, code: error.code, message: error.message }];
  return { kind, reason, valid: true, remark: null, hash: null, resolved: null, sources: [], errors };
}
