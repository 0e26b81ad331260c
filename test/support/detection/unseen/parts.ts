import { createHash } from 'node:crypto';
import type { Row } from '@sonde/shared/batch/row.ts';
import type { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';

/**
 * Patterns that no threshold was chosen by: made after the detectors, to be told of as they come out. Malicious ones
 * have what they should raise.
 */
export interface Unseen {
  readonly name: string;
  /** Types of threats, any of which is right; none for what is harmless. */
  readonly expected: readonly string[];
  readonly rows: (random: SeededRandom) => Row[];
}

export const hex = '0123456789abcdef';
export const lower = 'abcdefghijklmnopqrstuvwxyz';
export const base32hex = '0123456789abcdefghijklmnopqrstuv';
export const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
export const base36 = `${lower}0123456789`;
export const base64url = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${base36}-_`.toLowerCase();

export const many = (count: number, make: (number: number) => Row): Row[] =>
  Array.from({ length: count }, (_, number) => make(number));
export const digest = (r: SeededRandom, algorithm: string): string =>
  createHash(algorithm).update(String(r.next())).digest('hex');
export const uuid = (r: SeededRandom): string =>
  `${r.text(hex, 8)}-${r.text(hex, 4)}-4${r.text(hex, 3)}-${r.of(['8', '9', 'a', 'b'])}${r.text(hex, 3)}-${r.text(hex, 12)}`;
export const parts = (text: string, size: number): string =>
  text.match(new RegExp(`.{1,${size}}`, 'g'))!.join('.');
export const address = (r: SeededRandom): string =>
  Array.from({ length: 4 }, () => r.between(1, 254)).join('.');
export const tunnelTypes = ['dns_tunnel', 'dns_tunnel_slow'];
export const people = ['anna', 'boris', 'chen', 'dario', 'eve', 'farid', 'grace', 'hugo', 'ines', 'jonas'];
export const things = [
  'printer',
  'scanner',
  'camera',
  'desk',
  'lab',
  'store',
  'kiosk',
  'phone',
  'screen',
  'till',
];
