import { families } from '../../../../collector/domain/detection/dga/training/families.ts';
import type { SeededRandom } from '../../../../collector/domain/detection/dga/training/seeded-random.ts';
import { wordLists } from '../../../../collector/domain/detection/dga/training/word-lists.ts';
import { asked, denied } from '../traffic.ts';
import { many, type Unseen } from './parts.ts';

const { adjectives, nouns, trade, verbs } = wordLists;

const oneOf = (name: string, r: SeededRandom, count: number): string[] => {
  const family = families.find((one) => one.name === name)!;
  return family.burst?.(r, count) ?? Array.from({ length: count }, () => family.label(r));
};
const brand = (r: SeededRandom): string => r.of(nouns) + r.of(trade);

/** Domains that do not exist: who makes them up, and who merely meets them. */
export const failing: readonly Unseen[] = [
  {
    name: 'words combined by a counter, denied by the registry',
    expected: ['dga'],
    rows: (r) => oneOf('suppobox', r, 24).map((label, n) => denied(n * 4, `${label}.net`, 'net')),
  },
  {
    name: 'random letters before one common ending',
    expected: ['dga'],
    rows: (r) => oneOf('banjori', r, 16).map((label, n) => denied(n * 4, `${label}.com`, 'com')),
  },
  {
    name: 'syllables below a dynamic DNS service',
    expected: ['dga'],
    rows: (r) => oneOf('symmi', r, 32).map((label, n) => denied(n * 4, `${label}.ddns.net`, 'ddns.net')),
  },
  {
    name: 'domains of three joined words, thirty-two in five minutes',
    expected: ['dga'],
    rows: (r) => oneOf('matsnu', r, 32).map((label, n) => denied(n * 9, `${label}.com`, 'com')),
  },
  {
    name: 'a blocker that denies trackers with abbreviated names',
    expected: [],
    rows: (r) =>
      many(60, (n) => {
        const label = r.of([
          `${r.of(['ad', 'rtb', 'px', 'dsp', 'trk', 'tag'])}${r.of(nouns)}`,
          `${r.of(nouns).replace(/(?<!^)[aeiou]/g, '')}${r.of(['ads', 'metrics', 'track', 'sync'])}`,
          `${r.of(verbs)}${r.of(['rx', 'iq', 'ly', 'io', 'srv'])}`,
          `${r.text('abcdefghijklmnoprstuvwx', r.between(3, 5))}${r.of(['ads', 'media', 'cdn', 'net'])}`,
        ]);
        return denied(n * 6, `${r.of(['', 'sync.', 'ib.', 'js.'])}${label}.com`, 'blocked.policy.example');
      }),
  },
  {
    name: 'a link checker, a tenth of the links dead',
    expected: [],
    rows: (r) =>
      many(400, (n) => {
        const name = `${brand(r)}${r.of(adjectives)}.${r.of(['com', 'org', 'net', 'de'])}`;
        return n % 10 === 0 ? denied(n, name, name.slice(name.indexOf('.') + 1)) : asked({ at: n, name });
      }),
  },
  {
    name: 'a tool that looks for imitations of one name',
    expected: [],
    rows: (r) => {
      const name = 'lakesidebakery';
      return many(120, (n) => {
        const at = n % name.length;
        const other = r.text('abcdefghijklmnopqrstuvwxyz', 1);
        return denied(n * 3, `${name.slice(0, at)}${other}${name.slice(at + (n % 2))}.com`, 'com');
      });
    },
  },
  {
    name: 'one name under sixty top-level domains',
    expected: [],
    rows: (r) => {
      const zones =
        'com net org de fr it es nl pl ru eu info biz io co us uk ch at be cz se no fi dk pt'.split(' ');
      const label = `${r.text('bcdfghjklmnp', 7)}data`;
      return many(60, (n) => {
        const zone = zones[n % zones.length]!;
        return denied(n * 2, `${n < 26 ? label : `${label}shop`}.${zone}`, zone);
      });
    },
  },
  {
    name: 'a mail server that looks up senders, many of them invented',
    expected: [],
    rows: (r) =>
      many(120, (n) => {
        const zone = r.of(['com', 'ru', 'info', 'xyz']);
        const name = `${r.of(verbs)}${r.of(nouns)}${r.of(nouns)}.${zone}`;
        const row = denied(n * 4, name, zone, '192.0.2.25');
        return n % 3 === 0 ? asked({ at: n * 4, name, client: '192.0.2.25' }) : { ...row, queryType: 15 };
      }),
  },
  {
    name: 'missing hosts with random names below existing domains',
    expected: [],
    rows: (r) =>
      many(40, (n) => {
        const domain = `${r.text('bcdfghjklmnpqrstvwxz', 9)}.com`;
        return denied(n * 5, `old.${domain}`, domain);
      }),
  },
];
