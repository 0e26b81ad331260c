import type { Row } from '@sonde/shared/batch/row.ts';
import type { SeededRandom } from '../../../collector/domain/detection/dga/training/seeded-random.ts';
import { asked } from './traffic.ts';

const base32 = 'abcdefghijklmnopqrstuvwxyz012345';
const hex = '0123456789abcdef';

/** Emulations of tunnelling tools, by what their sources and papers say of the names that they ask for. */
export type TunnelKind =
  | 'iodine-null'
  | 'iodine-raw-octets'
  | 'iodine-cname'
  | 'dnscat2'
  | 'dnscat2-idle'
  | 'dnstt'
  | 'dns2tcp'
  | 'exfiltration-a'
  | 'cobalt-like';

interface Shape {
  readonly type: 'NULL' | 'TXT' | 'CNAME' | 'MX' | 'A';
  readonly perMinute: number;
  readonly label: (random: SeededRandom, number: number) => string;
}

/** Data as labels of at most 57 or 63 characters. */
function labels(text: string, size: number): string {
  return text.match(new RegExp(`.{1,${size}}`, 'g'))!.join('.');
}

const shapes: Record<TunnelKind, Shape> = {
  'iodine-null': {
    type: 'NULL',
    perMinute: 120,
    label: (r, n) => labels(`0${base32[n % 32]}${r.text(base32, 150)}`, 57),
  },
  'iodine-raw-octets': {
    type: 'TXT',
    perMinute: 120,
    label: (r) => Array.from({ length: 40 }, () => `\\${r.between(188, 253)}`).join(''),
  },
  'iodine-cname': { type: 'CNAME', perMinute: 60, label: (r) => labels(`0${r.text(base32, 90)}`, 57) },
  dnscat2: { type: 'TXT', perMinute: 60, label: (r) => labels(r.text(hex, 120), 60) },
  'dnscat2-idle': { type: 'MX', perMinute: 60, label: (r) => `${r.text(hex, 4)}01${r.text(hex, 12)}` },
  dnstt: { type: 'TXT', perMinute: 90, label: (r) => labels(r.text(base32, 140), 63) },
  dns2tcp: {
    type: 'TXT',
    perMinute: 80,
    label: (r) => `${r.text(`${base32}6789-`, 24)}.=auth`.replace('.=auth', ''),
  },
  'exfiltration-a': { type: 'A', perMinute: 60, label: (r, n) => `${n}.${r.text(hex, 60)}` },
  'cobalt-like': { type: 'A', perMinute: 30, label: (r) => `post.1${r.text(hex, 50)}.${r.text(hex, 8)}` },
};

/** A tunnel of that kind for so many seconds. */
export function tunnel(
  kind: TunnelKind,
  random: SeededRandom,
  { at = 0, seconds = 60, domain = 'update-check.example' } = {},
): Row[] {
  const { type, perMinute, label } = shapes[kind];
  const rows: Row[] = [];
  const count = Math.round((perMinute * seconds) / 60);
  for (let number = 0; number < count; number++) {
    rows.push(
      asked({
        at: at + (number * 60) / perMinute,
        name: `${label(random, number)}.${domain}`,
        type,
        answers: [type === 'A' ? '203.0.113.9' : random.text(base32, 80)],
        ttl: 0,
      }),
    );
  }
  return rows;
}

export const tunnelKinds = Object.keys(shapes) as TunnelKind[];

/** A tunnel that needs no domain: the data stands where the domain would be. */
export function tunnelWithoutApex(random: SeededRandom, seconds = 60): Row[] {
  return Array.from({ length: seconds / 2 }, (_, number) =>
    asked({
      at: number * 2,
      name: `${random.text(base32, 40)}.${random.text(base32, 30)}`,
      type: 'TXT',
      answers: ['x'],
    }),
  );
}

/** A patient tunnel: one name in so many seconds for a day. */
export function slowTunnel(random: SeededRandom, every = 60): Row[] {
  return Array.from({ length: Math.floor(86_000 / every) }, (_, number) =>
    asked({ at: number * every, name: `${random.text(hex, 48)}.status-feed.com`, answers: ['203.0.113.9'] }),
  );
}
