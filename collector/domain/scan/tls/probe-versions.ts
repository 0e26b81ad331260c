import { ProbeError, type TlsProbe, type TlsTarget } from '../../../ports/scans/tls-session.ts';
import type { TlsEndpoint } from './tls-result.ts';

const olderVersions = ['TLSv1', 'TLSv1.1', 'TLSv1.2'] as const;
const newest = 'TLSv1.3';

/** Which of the older versions a server takes, each tried by itself; all at once. */
export async function probeOlderVersions(tls: TlsProbe, target: TlsTarget): Promise<TlsEndpoint['versions']> {
  return Promise.all(
    olderVersions.map(async (version) => ({
      version,
      accepted: await accepts(tls, { ...target, minVersion: version, maxVersion: version }),
    })),
  );
}

/** All versions: a server that was free to choose and did not take the newest has none of it. */
export function withChosenVersion(older: TlsEndpoint['versions'], chosen: string): TlsEndpoint['versions'] {
  return [
    ...older.map(({ version, accepted }) => ({ version, accepted: version === chosen ? true : accepted })),
    { version: newest, accepted: chosen === newest },
  ];
}

async function accepts(tls: TlsProbe, target: TlsTarget): Promise<boolean | null> {
  try {
    await tls.handshake(target);
    return true;
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    // A server that says no, or hangs up, has understood; anything else tells nothing.
    return error.failure === 'refused' || error.failure === 'malformed' ? false : null;
  }
}
