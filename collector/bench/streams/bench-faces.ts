import type { Server } from 'node:http';
import { systemClock as clock } from '@sonde/shared/system/system.ts';
import { entryEvents } from '../../domain/intelligence/transparency/stream/certificate-stream.ts';
import type { Caller } from '../../domain/people/access/caller.ts';
import { TrustedProxies } from '../../http/client-address.ts';
import { createLog } from '../../log/create-log.ts';
import type { Meter } from '../../ports/system/metrics.ts';
import type { ToldCertificate } from '../../ports/transparency/told-certificate.ts';
import { CertstreamFace } from '../../socket/certstream/certstream-face.ts';
import { createSocketFace } from '../../socket/socket-face.ts';

/** The faces that tell of certificates: certstream's, and the collector's own real-time channel. */
export const benchFaces = ['certstream', 'channel'] as const;
export type BenchFaceName = (typeof benchFaces)[number];

export interface BenchFace {
  readonly path: string;
  attach(server: Server): void;
  deliver(certificate: ToldCertificate): void;
  stop(): Promise<void>;
}

export const benchKey = 'bench';
const name = 'www.example.com';
const issuer = 'CN=R1,O=Authority of benches';

/** Makes a face as the collector has it, whose only key is the bench's. */
export function createBenchFace(kind: BenchFaceName, meter: Meter): BenchFace {
  const caller = { kind: 'account', accountId: 1, tier: 'free', administrator: false, keyId: 1 } as Caller;
  const parts = {
    authenticate: async (text: string) => (text === benchKey ? caller : undefined),
    trustedProxies: new TrustedProxies([]),
    clock,
    meter,
  };
  if (kind === 'certstream') {
    const face = new CertstreamFace(parts);
    return {
      path: '/certstream/domains-only',
      attach: (server) => face.attach(server),
      deliver: (certificate) => face.deliver(certificate),
      stop: () => face.stop(),
    };
  }
  const face = createSocketFace({
    ...parts,
    sessions: { tokenOf: () => undefined, authenticate: async () => undefined },
    corsOrigins: [],
    statistics: async () => ({
      total_domains: null,
      total_scans_today: null,
      active_monitors: null,
      ct_logs_today: null,
    }),
    log: createLog('silent', { write: () => {} }),
  });
  return {
    path: '/socket.io/?EIO=4&transport=websocket',
    attach: (server) => face.attach(server),
    deliver: (certificate) => {
      for (const event of entryEvents(certificate)) face.deliver(event);
    },
    stop: () => face.stop(),
  };
}

/** A certificate for one name, of which the channel tells once. */
export function benchCertificate(entry: number): ToldCertificate {
  return {
    id: String(entry),
    kind: 'precertificate',
    issuer,
    serial: '01',
    notBefore: 0,
    notAfter: 0,
    names: [name],
    log: 'bench',
    entry,
    loggedAt: 0,
  };
}
