import { checkValues, isAddressText, isDomain, type TextType } from '../clauses/check-values.ts';
import { readClauseOptions } from '../clauses/clause-options.ts';
import { allOf } from '../clauses/find-entries.ts';
import { type Clause, type ClauseGrammar, readClauses } from '../clauses/read-clauses.ts';
import { isBase64 } from '../model/base64.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import type { Span } from '../model/source.ts';
import { judgeNsdSecurity } from './judge-security.ts';
import { nsdLaterTables } from './later-options.ts';
import { nsdTable } from './options.ts';
import { isPeer } from './peers.ts';

const manual = 'nsd.conf(5)';
const algorithms = /^(?:hmac-)?(?:md5|sha1|sha224|sha256|sha384|sha512)$/i;
/** Servers that an affinity is looked for; each has an option of its own. */
const mostServers = 256;
const affinities = Array.from({ length: mostServers }, (_, index) => `server-${index + 1}-cpu-affinity`).join(
  ' ',
);

const grammar: ClauseGrammar = {
  clauses: new Set(['server', 'remote-control', 'key', 'zone', 'pattern', 'tls-auth', 'dnstap', 'verify']),
  options: readClauseOptions(`${nsdTable}server | cpus | ${affinities}\n`, nsdLaterTables),
  includes: new Set(['include']),
  patterns: true,
  spaced: true,
  ignoresCase: true,
  more: (option, word) => {
    if (option === 'ip-address' || option === 'interface')
      return /^(?:servers=|setfib=\d+$|bindtodevice=(?:yes|no)$)|^[\d -]*[ -][\d -]*$/.test(word);
    if (/cpu-affinity$/.test(option)) return /^\d+$/.test(word);
    if (option === 'verifier') return !/:$/.test(word);
    if (option === 'request-xfr' || option === 'provide-xfr') return !/:$/.test(word);
    return false;
  },
  manual,
};

const types: Readonly<Record<string, TextType>> = {
  'yes-no': { meaning: 'yes or no', accepts: (text) => /^(?:yes|no)$/.test(text) },
  number: { meaning: 'a number', accepts: (text) => /^\d+$/.test(text) },
  positive: {
    meaning: 'a number above zero',
    accepts: (text) => /^\d+$/.test(text) && Number(text) > 0,
  },
  cpus: { meaning: 'numbers of processors', accepts: (text) => /^\d+(?:\s+\d+)*$/.test(text) },
  prefix4: { meaning: 'a number up to 32', accepts: (text) => /^\d+$/.test(text) && Number(text) <= 32 },
  prefix6: { meaning: 'a number up to 64', accepts: (text) => /^\d+$/.test(text) && Number(text) <= 64 },
  identifier: {
    meaning: 'ascii_ and a text, or pairs of hexadecimal digits',
    accepts: (text) => text.startsWith('ascii_') || /^(?:[\da-f]{2})*$/i.test(text),
  },
  'least-expiry': {
    meaning: 'a number or refresh+retry+1',
    accepts: (text) => /^(?:\d+|refresh\+retry\+1)$/.test(text),
  },
  netblock: { meaning: 'an address', accepts: (text) => isPeer(text) },
  peer: { meaning: 'an address, a prefix or a range', accepts: isPeer },
  notified: {
    meaning: 'an address, with @port if need be',
    accepts: (text) => isAddressText(text.replace(/@\d+$/, '')),
  },
  'tsig-algorithm': { meaning: 'an algorithm such as hmac-sha256', accepts: (text) => algorithms.test(text) },
  base64: { meaning: 'a secret in base64', accepts: (text) => text === '' || isBase64(text) },
};

/** Judges an nsd.conf with what it includes. */
export function judgeNsd(files: ConfigurationFiles, findings: Findings, version: string | null): void {
  const clauses = readClauses(files, grammar, findings, version);
  checkValues(clauses, grammar, types, findings, version);
  checkStructure(clauses, findings);
  if (clauses.length > 0) judgeNsdSecurity(clauses, findings);
}

const nameOf = ({ entries }: Clause) => entries.findLast(({ name }) => name.text === 'name')?.values[0]?.text;
const named = new Set(['key', 'zone', 'pattern', 'tls-auth']);

function checkStructure(clauses: readonly Clause[], findings: Findings): void {
  const refuse = (code: string, at: Span, message: string, suggestion: string, snippet?: string) =>
    findings.refuse({ code, at, message, rule: manual, suggestion, snippet });
  const seen = new Map<string, Clause>();
  const places = new Map(clauses.map((clause, index) => [clause, index]));
  for (const clause of clauses.filter(({ kind }) => named.has(kind))) {
    const name = nameOf(clause);
    if (name === undefined) {
      refuse(
        'zone_without_name',
        clause.word,
        `A ${clause.kind} has a name.`,
        'Add its name.',
        'name: example.org',
      );
      continue;
    }
    if (((clause.kind === 'zone' && name !== '') || clause.kind === 'key') && !isDomain(name))
      refuse('bad_name', clause.word, `The ${clause.kind} has no valid name.`, 'Mend the name.');
    const key = `${clause.kind} ${clause.kind === 'zone' ? name.toLowerCase().replace(/(.)\.$/, '$1') : name}`;
    if (seen.has(key))
      refuse('duplicate_name', clause.word, `There is a ${clause.kind} of that name already.`, 'Remove one.');
    seen.set(key, clause);
    checkComplete(clause, refuse);
  }
  for (const [index, clause] of clauses.entries()) checkReferences(clause, index, seen, places, refuse);
  const names = namesOf(clauses, seen);
  for (const clause of clauses.filter(({ kind }) => kind === 'zone'))
    checkZone(clause, names.get(clause)!, refuse);
  const port = allOf(clauses, 'port').at(-1);
  if (port !== undefined && Number(port.values[0]?.text) === 0)
    refuse('out_of_range', port, 'The port is above zero.', 'Write 53.');
}

type Refuse = (code: string, at: Span, message: string, suggestion: string, snippet?: string) => void;

function checkComplete({ kind, word, entries }: Clause, refuse: Refuse): void {
  const has = (name: string) => entries.some((entry) => entry.name.text === name);
  if (kind === 'key' && !has('secret')) refuse('key_incomplete', word, 'A key has a secret.', 'Add it.');
  if (kind === 'tls-auth' && !has('auth-domain-name'))
    refuse('key_incomplete', word, 'A tls-auth has an auth-domain-name.', 'Add it.');
}

function checkReferences(
  { kind, entries }: Clause,
  index: number,
  seen: ReadonlyMap<string, Clause>,
  places: ReadonlyMap<Clause, number>,
  refuse: Refuse,
): void {
  for (const entry of entries) {
    const texts = entry.values.map(({ text }) => text);
    const name = entry.name.text;
    if (name === 'include-pattern') {
      const pattern = seen.get(`pattern ${texts[0]}`);
      if (pattern === undefined || (kind === 'pattern' && places.get(pattern)! >= index))
        refuse('undefined_reference', entry, 'There is no such pattern above.', 'Define it before.');
    }
    if (!['provide-xfr', 'allow-notify', 'notify', 'request-xfr', 'allow-query'].includes(name)) continue;
    const rest = /^(?:AXFR|UDP)$/i.test(texts[0] ?? '') && name === 'request-xfr' ? texts.slice(1) : texts;
    const [peer, key, tls] = rest;
    if (name === 'request-xfr' && (peer === undefined || !isAddressText(peer.replace(/@\d+$/, '')))) {
      refuse(
        'wrong_type',
        entry,
        'request-xfr takes an address and a key or NOKEY.',
        'Write both.',
        'request-xfr: 192.0.2.1 NOKEY',
      );
      continue;
    }
    if (key === undefined)
      refuse('missing_value', entry, `${name} takes a key, NOKEY or BLOCKED.`, 'Add it.');
    else if (key === 'BLOCKED' && (name === 'notify' || name === 'request-xfr'))
      refuse('wrong_type', entry, `${name} takes a key or NOKEY.`, 'Write NOKEY, or remove it.');
    else if (!/^(?:NOKEY|BLOCKED)$/.test(key) && !seen.has(`key ${key}`)) {
      refuse('undefined_reference', entry, 'There is no such key.', 'Define it, or write NOKEY.');
    }
    if (tls !== undefined && !seen.has(`tls-auth ${tls}`)) {
      refuse('undefined_reference', entry, 'There is no such tls-auth.', 'Define it.');
    }
  }
}

/** The options of each clause and of the patterns that it includes: those are defined before it, and may include others. */
function namesOf(
  clauses: readonly Clause[],
  seen: ReadonlyMap<string, Clause>,
): ReadonlyMap<Clause, ReadonlySet<string>> {
  const names = new Map<Clause, ReadonlySet<string>>();
  for (const clause of clauses) {
    const own = new Set(
      clause.entries.flatMap(({ name: { text }, values }) =>
        text === 'zonefile' && values[0]?.text === '' ? [] : text,
      ),
    );
    for (const { name, values } of clause.entries) {
      if (name.text !== 'include-pattern') continue;
      const pattern = seen.get(`pattern ${values[0]?.text}`);
      for (const option of (pattern && names.get(pattern)) ?? []) own.add(option);
    }
    names.set(clause, own);
  }
  return names;
}

function checkZone(clause: Clause, names: ReadonlySet<string>, refuse: Refuse): void {
  if (!names.has('request-xfr') && !names.has('zonefile')) {
    refuse(
      'zone_incomplete',
      clause.word,
      'A zone has a zonefile, or request-xfr to fetch it.',
      'Add one.',
      'zonefile: "example.org.zone"',
    );
  }
  if (names.has('allow-notify') && !names.has('request-xfr')) {
    refuse('contradiction', clause.word, 'allow-notify stands without request-xfr.', 'Add request-xfr.');
  }
}
