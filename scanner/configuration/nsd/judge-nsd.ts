import { checkValues, isAddressText, type TextType } from '../clauses/check-values.ts';
import { readClauseOptions } from '../clauses/clause-options.ts';
import { allOf } from '../clauses/find-entries.ts';
import { type Clause, type ClauseGrammar, readClauses } from '../clauses/read-clauses.ts';
import { isBase64 } from '../model/base64.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import type { Span } from '../model/source.ts';
import { judgeNsdSecurity } from './judge-security.ts';
import { nsdTable } from './options.ts';
import { isPeer } from './peers.ts';

const manual = 'nsd.conf(5)';
const algorithms = /^hmac-(?:md5(?:\.sig-alg\.reg\.int)?|sha1|sha224|sha256|sha384|sha512)\.?$/i;

const grammar: ClauseGrammar = {
  clauses: new Set(['server', 'remote-control', 'key', 'zone', 'pattern', 'tls-auth', 'dnstap', 'verify']),
  options: readClauseOptions(nsdTable),
  includes: new Set(['include']),
  patterns: true,
  spaced: true,
  ignoresCase: true,
  more: (option, word) => {
    if (option === 'ip-address' || option === 'interface')
      return /^(?:servers|setfib|bindtodevice)=|^[\d -]*[ -][\d -]*$/.test(word);
    if (/cpu-affinity$/.test(option)) return /^\d+$/.test(word);
    if (option === 'verifier') return !/:$/.test(word);
    if (option === 'request-xfr' || option === 'provide-xfr') return !/:$/.test(word);
    return false;
  },
  manual,
};

const types: Readonly<Record<string, TextType>> = {
  'yes-no': { meaning: 'yes or no', accepts: (text) => /^(?:yes|no)$/.test(text) },
  number: { meaning: 'a number', accepts: (text) => /^\d{1,18}$/.test(text) },
  positive: {
    meaning: 'a number above zero',
    accepts: (text) => /^\d{1,18}$/.test(text) && Number(text) > 0,
  },
  netblock: { meaning: 'an address', accepts: (text) => isPeer(text) },
  peer: { meaning: 'an address, a prefix or a range', accepts: isPeer },
  'tsig-algorithm': { meaning: 'an algorithm such as hmac-sha256', accepts: (text) => algorithms.test(text) },
  base64: { meaning: 'a secret in base64', accepts: isBase64 },
};

/** Judges an nsd.conf with what it includes. */
export function judgeNsd(files: ConfigurationFiles, findings: Findings, _version: string | null): void {
  const clauses = readClauses(files, grammar, findings);
  checkValues(clauses, grammar, types, findings);
  checkStructure(clauses, findings);
  if (clauses.length > 0) judgeNsdSecurity(clauses, findings);
}

const nameOf = ({ entries }: Clause) => entries.findLast(({ name }) => name.text === 'name')?.values[0]?.text;
const named = new Set(['key', 'zone', 'pattern', 'tls-auth']);

function checkStructure(clauses: readonly Clause[], findings: Findings): void {
  const refuse = (code: string, at: Span, message: string, suggestion: string, snippet?: string) =>
    findings.refuse({ code, at, message, rule: manual, suggestion, snippet });
  const seen = new Map<string, Clause>();
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
    const key = `${clause.kind} ${name.toLowerCase().replace(/(.)\.$/, '$1')}`;
    if (seen.has(key))
      refuse('duplicate_name', clause.word, `There is a ${clause.kind} of that name already.`, 'Remove one.');
    seen.set(key, clause);
    checkComplete(clause, refuse);
  }
  for (const clause of clauses) checkReferences(clause, seen, refuse);
  // A pattern may have as many entries as there are zones of it.
  const names = new Map<Clause, ReadonlySet<string>>();
  for (const clause of clauses) names.set(clause, new Set(clause.entries.map(({ name }) => name.text)));
  for (const clause of clauses.filter(({ kind }) => kind === 'zone'))
    checkZone(clause, namesOf(clause, seen, names), refuse);
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

function checkReferences({ entries }: Clause, seen: ReadonlyMap<string, Clause>, refuse: Refuse): void {
  for (const entry of entries) {
    const texts = entry.values.map(({ text }) => text);
    const name = entry.name.text;
    if (name === 'include-pattern' && !seen.has(`pattern ${texts[0]?.toLowerCase()}`)) {
      refuse('undefined_reference', entry, 'There is no such pattern.', 'Define it before the zone.');
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
    else if (
      !/^(?:NOKEY|BLOCKED)$/.test(key) &&
      !seen.has(`key ${key.toLowerCase().replace(/(.)\.$/, '$1')}`)
    ) {
      refuse('undefined_reference', entry, 'There is no such key.', 'Define it, or write NOKEY.');
    }
    if (tls !== undefined && !seen.has(`tls-auth ${tls.toLowerCase()}`)) {
      refuse('undefined_reference', entry, 'There is no such tls-auth.', 'Define it.');
    }
  }
}

/** Tells whether a zone has an option, by itself or of a pattern. */
function namesOf(
  clause: Clause,
  seen: ReadonlyMap<string, Clause>,
  names: ReadonlyMap<Clause, ReadonlySet<string>>,
): (name: string) => boolean {
  const patterns = clause.entries.flatMap(({ name, values }) => {
    if (name.text !== 'include-pattern') return [];
    const pattern = seen.get(`pattern ${values[0]?.text.toLowerCase()}`);
    return pattern === undefined ? [] : [pattern];
  });
  return (name) => [clause, ...patterns].some((one) => names.get(one)?.has(name) === true);
}

function checkZone(clause: Clause, has: (name: string) => boolean, refuse: Refuse): void {
  if (!has('request-xfr') && !has('zonefile')) {
    refuse(
      'zone_incomplete',
      clause.word,
      'A zone has a zonefile, or request-xfr to fetch it.',
      'Add one.',
      'zonefile: "example.org.zone"',
    );
  }
  if (has('allow-notify') && !has('request-xfr')) {
    refuse('contradiction', clause.word, 'allow-notify stands without request-xfr.', 'Add request-xfr.');
  }
}
