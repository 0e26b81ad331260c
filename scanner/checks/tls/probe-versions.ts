import { ProbeError, type TlsProbe, type TlsTarget } from '../../ports/tls-session.ts';
import type { TlsEndpoint } from './tls-result.ts';

const newest = 'TLSv1.3';

/**
 * Probes which of the older versions a server takes. Whoever refuses both of the oldest at once takes neither; of both
 * a server chooses the newer one if it has it (RFC 5246 appendix E.1), so that a further look at the oldest is for
 * those alone that have it.
 */
export async function probeOlderVersions(tls: TlsProbe, target: TlsTarget): Promise<TlsEndpoint['versions']> {
  const between = (minVersion: OlderVersion, maxVersion: OlderVersion) =>
    attempt(tls, { ...target, minVersion, maxVersion });
  const [oldest, newer] = await Promise.all([
    between('TLSv1', 'TLSv1.1').then(async (chosen) =>
      chosen === 'TLSv1.1'
        ? { 'TLSv1.1': true, TLSv1: taken(await between('TLSv1', 'TLSv1')) }
        : { 'TLSv1.1': chosen === null ? null : false, TLSv1: taken(chosen) },
    ),
    between('TLSv1.2', 'TLSv1.2'),
  ]);
  return [
    { version: 'TLSv1', accepted: oldest.TLSv1 },
    { version: 'TLSv1.1', accepted: oldest['TLSv1.1'] },
    { version: 'TLSv1.2', accepted: taken(newer) },
  ];
}

type OlderVersion = 'TLSv1' | 'TLSv1.1' | 'TLSv1.2';

function taken(chosen: string | false | null): boolean | null {
  return chosen === null ? null : chosen !== false;
}

/** Completes the list of versions: a server that was free to choose and did not take the newest has none of it. */
export function withChosenVersion(older: TlsEndpoint['versions'], chosen: string): TlsEndpoint['versions'] {
  return [
    ...older.map(({ version, accepted }) => ({ version, accepted: version === chosen ? true : accepted })),
    { version: newest, accepted: chosen === newest },
  ];
}

/** The version that came about; false if the server would have none of these, null if that could not be told. */
async function attempt(tls: TlsProbe, target: TlsTarget): Promise<string | false | null> {
  try {
    return (await tls.handshake(target)).version;
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    // A server that says no, or hangs up, has understood; anything else tells nothing.
    return error.failure === 'refused' || error.failure === 'malformed' ? false : null;
  }
}
