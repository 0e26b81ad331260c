import { isBase64 } from '../model/base64.ts';
import type { Findings } from '../model/findings.ts';
import { readRange } from '../model/reach.ts';
import type { Span, Word } from '../model/source.ts';
import { isDomainText } from './domain-text.ts';
import { addressBits } from './options/value-types.ts';
import { dnssecAlgorithmOf } from './policy-algorithms.ts';
import { isWord, type Statement } from './read-statements.ts';
import { allInner, blockOf, firstOf, type Settings, textOf, wordOf } from './settings.ts';

const manual = 'BIND 9 Administrator Reference Manual';

/** A detail is what is wrong with a value that has the form of its option. */
interface Detail {
  readonly at: Span;
  readonly message: string;
  readonly suggestion: string;
}

type Check = (statement: Statement, settings: Settings) => readonly (Detail | undefined)[];
type BlockCheck = (block: Settings, statement: Statement) => readonly Detail[];

const cookieOctets = 16;
const byteMost = 255;
const shortMost = 65_535;
/** Lengths of prefixes that addresses of IPv4 are written behind (RFC 6052 section 2.2). */
const translationLengths = new Set([32, 40, 48, 56, 64, 96]);
const digests = /^(?:sha-?1|sha-?256|sha-?384|gost)$/i;

const badName: Omit<Detail, 'at'> = {
  message: 'This is no name of a domain.',
  suggestion: 'Write labels of one to 63 octets with dots between them.',
};

const nameDetail = (word: Word | undefined): Detail | undefined =>
  word === undefined || isDomainText(word.text) ? undefined : { at: word, ...badName };

/** The words of a list in braces. */
const listed = (statement: Statement) =>
  (blockOf(statement)?.statements ?? []).map(({ items }) => items[0]).filter(isWord);

const named: Check = (statement) => [nameDetail(wordOf(statement))];

/** What is held to more than its form, by the name of the option. */
const checks: Readonly<Record<string, Check>> = {
  'empty-server': named,
  'empty-contact': named,
  'dns64-server': named,
  'dns64-contact': named,
  'disable-empty-zone': named,
  'dnssec-must-be-secure': named,
  'root-delegation-only': (statement) => listed(statement).map(nameDetail),
  'disable-algorithms': (statement) => [
    nameDetail(wordOf(statement)),
    ...listed(statement).map((word) =>
      dnssecAlgorithmOf(word.text) === undefined
        ? {
            at: word,
            message: 'There is no such algorithm of DNSSEC.',
            suggestion: 'Write its name or number.',
          }
        : undefined,
    ),
  ],
  'disable-ds-digests': (statement) => [
    nameDetail(wordOf(statement)),
    ...listed(statement).map((word) =>
      digests.test(word.text) || isUpTo(word.text, byteMost)
        ? undefined
        : { at: word, message: 'There is no such digest.', suggestion: 'Write its name or number.' },
    ),
  ],
  'cookie-secret': (statement) => {
    const word = wordOf(statement);
    const digits = word?.text.replaceAll(/\s/g, '') ?? '';
    if (word === undefined || (/^[\da-f]+$/i.test(digits) && digits.length === 2 * cookieOctets)) return [];
    const message = `A cookie-secret is ${cookieOctets} octets in hexadecimal digits.`;
    return [{ at: word, message, suggestion: `Write ${2 * cookieOctets} digits.` }];
  },
  'lmdb-mapsize': (statement) => {
    const word = wordOf(statement);
    const size = sizeOf(word?.text ?? '');
    if (word === undefined || size === undefined || (size >= 2 ** 20 && size <= 2 ** 40)) return [];
    const message = 'lmdb-mapsize lies between 1m and 1024g.';
    return [{ at: word, message, suggestion: 'Write a size between them.' }];
  },
  key: named,
  'trust-anchors': (statement) => anchorsOf(statement).flatMap((words) => anchorDetails(words, 1)),
  'managed-keys': (statement) => anchorsOf(statement).flatMap((words) => anchorDetails(words, 1)),
  'trusted-keys': (statement) => anchorsOf(statement).flatMap((words) => anchorDetails(words, 0)),
  'server-names': (statement, { statement: zone }) => {
    const ending = endingOf(textOf(zone) ?? '');
    return listed(statement).map((word) => {
      if (!isDomainText(word.text)) return { at: word, ...badName };
      if (!endingOf(word.text).endsWith(ending)) return undefined;
      return {
        at: word,
        message: 'The server lies within its own zone.',
        suggestion: 'Write its address in server-addresses.',
      };
    });
  },
  endpoints: (statement) =>
    (blockOf(statement)?.statements ?? []).map(({ items: [path] }) =>
      !isWord(path) ||
      /^\/(?:(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})+(?:\/(?:[\w.~!$&'()*+,;=:@-]|%[\da-f]{2})*)*)?$/i.test(
        path.text,
      )
        ? undefined
        : {
            at: path,
            message: 'This is no absolute path of HTTP.',
            suggestion: 'Begin it with one slash, and leave out spaces, ? and #.',
          },
    ),
  'max-table-size': (statement, settings) => {
    // The server holds both in 32 bits with a sign, and takes a least size below one for one.
    const [most, least] = [textOf(statement), textOf(firstOf(settings, 'min-table-size')) ?? '500'].map(
      (text) => Number(text) | 0,
    );
    if (most! >= Math.max(least!, 1)) return [];
    return [
      {
        at: statement,
        message: `The table is smaller than its least size${firstOf(settings, 'min-table-size') === undefined ? ', 500' : ''}.`,
        suggestion: 'Raise max-table-size.',
      },
    ];
  },
};

const blockChecks: Readonly<Record<string, BlockCheck>> = {
  channel: channelDetails,
  dns64: translationDetails,
  server: serverDetails,
};

/** Holds values to what is asked of them beyond the form of their options. */
export function checkDetails(settings: Settings, findings: Findings): void {
  const tell = (name: string, details: readonly (Detail | undefined)[]) => {
    for (const detail of details)
      if (detail !== undefined) findings.refuse({ code: 'bad_value', rule: `${manual}, ${name}`, ...detail });
  };
  for (const [name, statements] of settings.byName) {
    const check = Object.hasOwn(checks, name) ? checks[name]! : undefined;
    if (check !== undefined) for (const statement of statements) tell(name, check(statement, settings));
  }
  const { context, statement } = settings;
  if (statement !== undefined && Object.hasOwn(blockChecks, context))
    tell(context, blockChecks[context]!(settings, statement));
  for (const inner of allInner(settings)) checkDetails(inner, findings);
}

const isUpTo = (text: string, most: number) => /^\d{1,10}$/.test(text) && Number(text) <= most;

function sizeOf(text: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,20})([kmg]?)$/i.exec(text) ?? [];
  if (count === undefined) return undefined;
  return (
    Number(count) * { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }[unit.toLowerCase() as '' | 'k' | 'm' | 'g']
  );
}

/** `.example.org`, so that ends are compared by labels; empty for the root. */
const endingOf = (name: string) => {
  const bare = name.toLowerCase().replace(/\.$/, '');
  return bare === '' ? '' : `.${bare}`;
};

function translationDetails(block: Settings, statement: Statement): Detail[] {
  const [prefix, , length] = statement.items.slice(1);
  if (!isWord(prefix) || !isWord(length)) return [];
  const bits = Number(length.text);
  if (!prefix.text.includes(':'))
    return [{ at: prefix, message: 'The prefix is one of IPv6.', suggestion: 'Write 64:ff9b::/96.' }];
  if (!translationLengths.has(bits))
    return [
      {
        at: length,
        message: 'The prefix is 32, 40, 48, 56, 64 or 96 bits long.',
        suggestion: 'Write 64:ff9b::/96.',
      },
    ];
  const suffix = wordOf(firstOf(block, 'suffix'));
  // Behind the prefix stand the four octets of the address, and one that is zero within the first 72 bits.
  const taken = bits / 8 + 4 + (bits <= 64 ? 1 : 0);
  if (
    suffix === undefined ||
    !addressBits(suffix.text)
      .slice(0, 8 * taken)
      .includes('1')
  )
    return [];
  return [
    { at: suffix, message: `The first ${taken} octets of the suffix are zero.`, suggestion: 'Write ::.' },
  ];
}

const anchorsOf = (statement: Statement) =>
  (blockOf(statement)?.statements ?? []).map(({ items }) => items.filter(isWord));

/** `first`: the place of the word that says what the anchor is; 0 if there is none. */
function anchorDetails(words: readonly Word[], kindAt: 0 | 1): (Detail | undefined)[] {
  const isDigest = kindAt === 1 && /-ds$/i.test(words[1]?.text ?? '');
  const numbers = words.slice(kindAt + 1, kindAt + 4);
  const data = words[kindAt + 4];
  const bounds = isDigest ? [shortMost, byteMost, byteMost] : [shortMost, byteMost, byteMost];
  const text = data?.text.replaceAll(/\s/g, '') ?? '';
  const isData = isDigest ? /^(?:[\da-f]{2})*$/i.test(text) : text === '' || isBase64(text);
  return [
    nameDetail(words[0]),
    ...numbers.map((word, index) =>
      isUpTo(word.text, bounds[index]!)
        ? undefined
        : {
            at: word,
            message: `The number is at most ${bounds[index]}.`,
            suggestion: 'Copy the record anew.',
          },
    ),
    data === undefined || isData
      ? undefined
      : {
          at: data,
          message: isDigest ? 'The digest is not written in hexadecimal digits.' : 'The key is no base64.',
          suggestion: 'Copy the record anew.',
        },
  ];
}

const destinations = ['file', 'syslog', 'stderr', 'null'];

function channelDetails(block: Settings, statement: Statement): Detail[] {
  if (destinations.filter((name) => block.byName.has(name)).length === 1) return [];
  return [
    {
      at: wordOf(statement) ?? statement,
      message: 'A channel leads to one place: file, syslog, stderr or null.',
      suggestion: 'Name one.',
    },
  ];
}

/** Addresses that questions leave from belong to the family of the server that is asked. */
function serverDetails(block: Settings, statement: Statement): Detail[] {
  const range = readRange(textOf(statement) ?? '');
  if (range === undefined) return [];
  const ending = range.family === 4 ? '-v6' : '';
  return ['transfer-source', 'notify-source', 'query-source'].flatMap((name) => {
    const other = firstOf(block, `${name}${ending}`);
    if (other === undefined) return [];
    return [
      {
        at: other,
        message: `${name}${ending} does not fit the address of the server.`,
        suggestion: 'Remove it.',
      },
    ];
  });
}
