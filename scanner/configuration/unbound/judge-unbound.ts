import {
  checkValues,
  isAddressText,
  isDomain,
  isNetblock,
  leadingNumber,
  type TextType,
} from '../clauses/check-values.ts';
import { readClauseOptions } from '../clauses/clause-options.ts';
import { allOf, lastOf } from '../clauses/find-entries.ts';
import { type Clause, type ClauseEntry, type ClauseGrammar, readClauses } from '../clauses/read-clauses.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { readAddress } from '../model/reach.ts';
import type { Source, Span } from '../model/source.ts';
import { judgeUnboundSecurity } from './judge-security.ts';
import { unboundLaterTables } from './later-options.ts';
import { unboundTable } from './options.ts';
import { isAnchor, isRecord, isTypeAndData } from './records.ts';

const manual = 'unbound.conf(5)';

export const unboundGrammar: ClauseGrammar = {
  clauses: new Set(
    'server remote-control stub-zone forward-zone auth-zone rpz view python dynlib dnscrypt cachedb dnstap ipset'.split(
      ' ',
    ),
  ),
  options: readClauseOptions(unboundTable, unboundLaterTables),
  includes: new Set(['include', 'include-toplevel']),
  patterns: true,
  spaced: false,
  ignoresCase: false,
  more: () => false,
  manual,
};

const words = (text: string) => new Set(text.split(/\s+/));
const accesses = words(
  'deny refuse deny_non_local refuse_non_local allow allow_setrd allow_snoop allow_cookie',
);
const zoneKinds = words(
  `static deny refuse redirect transparent typetransparent inform inform_deny inform_redirect always_transparent always_refuse
  always_nxdomain always_nodata always_deny always_null noview nodefault ipset`,
);
/** Kinds that came later, and with what. */
const laterZoneKinds = new Map([['block_a', '1.18']]);
const responses = words('deny redirect inform inform_deny always_transparent always_refuse always_nxdomain');
/** Orders of the modules that every build has; the checker knows them by their text. */
const moduleOrders = new Set(
  [
    'iterator',
    ...['respip', 'dns64', 'subnetcache', 'validator', 'respip dns64', 'respip subnetcache'],
    ...['respip validator', 'dns64 subnetcache', 'dns64 validator', 'subnetcache validator'],
    ...['respip dns64 validator', 'respip subnetcache validator', 'dns64 subnetcache respip'],
    ...['dns64 subnetcache validator', 'dns64 subnetcache respip validator'],
  ].map((order) => (order === 'iterator' ? order : `${order} iterator`)),
);
const modules = words('iterator validator dns64 respip subnetcache cachedb python dynlib ipsecmod ipset');
const modulesOfBuilds = words('cachedb python dynlib ipsecmod ipset');

function isModuleOrder(text: string): boolean {
  if (moduleOrders.has(text)) return true;
  const named = text.trim().split(/ +/);
  return (
    named.some((name) => modulesOfBuilds.has(name)) &&
    named.at(-1) === 'iterator' &&
    named.every((name, index) => modules.has(name) && named.indexOf(name) === index)
  );
}

const types: Readonly<Record<string, TextType>> = {
  'yes-no': { meaning: 'yes or no', accepts: (text) => text === 'yes' || text === 'no' },
  number: { meaning: 'a number', accepts: (text) => text === '0' || leadingNumber(text) !== 0 },
  positive: { meaning: 'a number above zero', accepts: (text) => leadingNumber(text) > 0 },
  size: { meaning: 'a size such as 4m', accepts: (text) => /^\d+(?:[kKmMgG][bB]?)?[bB]?$/.test(text) },
  'power-of-two': {
    meaning: 'a power of two',
    accepts: (text) => leadingNumber(text) > 0 && Number.isInteger(Math.log2(leadingNumber(text))),
  },
  netblock: { meaning: 'an address or prefix', accepts: isNetblock },
  domain: { meaning: 'a name of a domain', accepts: isDomain },
  access: { meaning: [...accesses].join(' or '), accepts: (text) => accesses.has(text) },
  'zone-kind': {
    meaning: 'a kind such as static, redirect or transparent',
    accepts: (text) => zoneKinds.has(text) || laterZoneKinds.has(text),
    since: (text) => laterZoneKinds.get(text),
  },
  response: { meaning: [...responses].join(' or '), accepts: (text) => responses.has(text) },
  'server-address': {
    meaning: 'an address, with @port and #name if need be',
    accepts: (text) => {
      const found = /^([^@#]+)(?:@(\d+))?(?:#.*)?$/.exec(text);
      return found !== null && isAddressText(found[1]!);
    },
  },
  listener: {
    meaning: 'an address or a network interface, with @port if need be',
    accepts: (text) => {
      // Of the port the digits at its beginning count.
      const found = /^([^@]+)(?:@-?\d.*)?$/.exec(text);
      return found !== null && (isAddressText(found[1]!) || /^[a-z][\w.-]{0,15}$/i.test(found[1]!));
    },
  },
  ports: {
    meaning: 'a port or range of ports',
    accepts: (text) =>
      /^\d{1,5}(?:-\d{1,5})?$/.test(text) &&
      text
        .split('-')
        .every((port, index, all) => Number(port) <= 65_535 && Number(port) >= Number(all[index - 1] ?? 0)),
  },
  'rpz-action': {
    meaning: 'nxdomain, nodata, passthru, drop, cname or disabled',
    accepts: (text) => words('nxdomain nodata passthru drop cname disabled').has(text),
  },
  'number-or-empty': {
    meaning: 'a number',
    accepts: (text) => text === '' || text === '0' || leadingNumber(text) !== 0,
  },
  'short-number': {
    meaning: 'a number up to 65535',
    accepts: (text) => (text === '0' || leadingNumber(text) > 0) && leadingNumber(text) <= 65_535,
  },
  'code-point': {
    meaning: 'a number up to 63',
    accepts: (text) => (text === '0' || leadingNumber(text) > 0) && leadingNumber(text) <= 63,
  },
  numbers: {
    meaning: 'numbers with spaces between them',
    accepts: (text) => /^\s*-?\d+(?:\s+-?\d+)*\s*$/.test(text),
  },
  'number-list': {
    meaning: 'numbers with spaces between them',
    accepts: (text) => /^\s*(?:\d+\s*)*$/.test(text),
  },
  'size-pairs': {
    meaning: 'pairs of a size and a number, sizes from the least to the most',
    accepts: (text) => {
      const numbers = text.trim().split(/\s+/);
      if (numbers.length % 2 !== 0 || !numbers.every((number) => /^\d+$/.test(number))) return false;
      const sizes = numbers.filter((_, index) => index % 2 === 0).map(Number);
      return sizes.every((size, index) => index === 0 || size > sizes[index - 1]!);
    },
  },
  identifier: {
    meaning: 'ascii_ and a text, or pairs of hexadecimal digits',
    accepts: (text) => text.startsWith('ascii_') || /^(?:[\da-f]{2})*$/i.test(text),
  },
  anchor: { meaning: 'a DS or DNSKEY record, or nothing', accepts: (text) => text === '' || isAnchor(text) },
  'record-data': { meaning: 'a type of records and data of it', accepts: isTypeAndData },
  pointer: {
    meaning: 'an address and a name',
    accepts: (text) => {
      const [address = '', ...rest] = text.trim().split(/\s+/);
      return (
        readAddress(address) !== undefined &&
        isDomain(rest.at(-1) ?? '') &&
        (rest.length === 1 || (rest.length > 1 && /^\d+$/.test(rest[0]!)))
      );
    },
  },
  record: {
    meaning: 'a record: a name, a type, and its data',
    accepts: isRecord,
  },
  modules: {
    meaning: 'modules such as "validator iterator"',
    accepts: isModuleOrder,
  },
};

/** Judges an unbound.conf with what it includes. */
export function judgeUnbound(files: ConfigurationFiles, findings: Findings, version: string | null): void {
  const clauses = readClauses(files, unboundGrammar, findings, version);
  checkValues(clauses, unboundGrammar, types, findings, version);
  checkStructure(clauses, findings);
  if (clauses.length > 0) judgeUnboundSecurity(clauses, findings);
}

type Refuse = (code: string, at: Span, message: string, suggestion: string) => void;

/** Tags of actions, and zones of overrides, may be defined behind them. */
function checkNames(clauses: readonly Clause[], refuse: Refuse): void {
  const tags = new Set(
    allOf(clauses, 'define-tag').flatMap(({ values }) => values[0]?.text.trim().split(/\s+/) ?? []),
  );
  for (const entry of ['access-control-tag-action', 'access-control-tag-data'].flatMap((name) =>
    allOf(clauses, name),
  )) {
    if (!tags.has(entry.values[1]?.text ?? ''))
      refuse('undefined_reference', entry, 'There is no such tag.', 'Add define-tag.');
  }
  const once = (names: readonly string[], message: string) => {
    const seen = new Set<string>();
    for (const entry of names.flatMap((name) => allOf(clauses, name))) {
      const text = entry.values[0]?.text ?? '';
      if (seen.has(text)) refuse('duplicate_option', entry, message, 'Remove one of them.');
      seen.add(text);
    }
  };
  once(['interface', 'ip-address'], 'The server listens there already.');
  once(['outgoing-interface'], 'Questions leave from there already.');
  const bare = (entry: ClauseEntry) => entry.values[0]?.text.toLowerCase().replace(/(.)\.$/, '$1');
  const zones = new Set(allOf(clauses, 'local-zone').map(bare));
  for (const entry of allOf(clauses, 'local-zone-override')) {
    if (!zones.has(bare(entry)))
      refuse('undefined_reference', entry, 'There is no such local-zone.', 'Add local-zone.');
  }
}

/** Without a name these do nothing, and the server starts. */
const nameless = new Set(['auth-zone', 'rpz']);
const named = new Set(['stub-zone', 'forward-zone', 'auth-zone', 'rpz', 'view']);

function checkStructure(clauses: readonly Clause[], findings: Findings): void {
  const refuse: Refuse = (code, at, message, suggestion) =>
    findings.refuse({ code, at, message, rule: manual, suggestion });
  const views = new Map<string, number>();
  for (const { kind, word, entries } of clauses) {
    const names = entries.filter(({ name }) => name.text === 'name');
    if (!named.has(kind)) continue;
    if (names.length === 0 && !nameless.has(kind))
      refuse('zone_without_name', word, `A ${kind} has a name.`, 'Add name: "example.org".');
    if (names[1] !== undefined)
      refuse('duplicate_option', names[1], `A ${kind} has one name.`, 'Remove one.');
    const text = names[0]?.values[0]?.text.toLowerCase().replace(/(.)\.$/, '$1') ?? '';
    const key = `${kind} ${text}`;
    if (views.has(key) && names[0] !== undefined) {
      const severity = kind === 'view' ? 'high' : 'medium';
      findings.add({
        code: 'duplicate_zone',
        severity,
        refused: kind === 'view',
        at: names[0],
        message: `There is a ${kind} of that name already; this one is left out.`,
        rule: manual,
        suggestion: 'Remove one of them.',
      });
    }
    views.set(key, 1);
  }
  checkNames(clauses, refuse);
  // By tag and file, the first place; files may include each other, so what another one defines counts as before.
  const places = new Map<string, Map<Source, number>>();
  for (const { source, start, values } of allOf(clauses, 'define-tag')) {
    for (const tag of values[0]?.text.split(/\s+/) ?? []) {
      const known = places.get(tag) ?? new Map<Source, number>();
      places.set(tag, known);
      if (!known.has(source)) known.set(source, start);
    }
  }
  const isDefined = (tag: string, { source, start }: ClauseEntry) => {
    const known = places.get(tag);
    if (known === undefined) return false;
    return known.size > (known.has(source) ? 1 : 0) || known.get(source)! < start;
  };
  for (const name of ['access-control-tag', 'local-zone-tag', 'response-ip-tag', 'interface-tag']) {
    for (const entry of allOf(clauses, name)) {
      const unknown = entry.values[1]?.text
        .trim()
        .split(/\s+/)
        .find((tag) => !isDefined(tag, entry));
      if (unknown !== undefined)
        refuse('undefined_reference', entry, 'A tag is not defined before.', 'Add define-tag above.');
    }
  }
  for (const entry of allOf(clauses, 'access-control-view')) {
    const view = entry.values[1]?.text ?? '';
    if (!views.has(`view ${view.toLowerCase()}`))
      refuse('undefined_reference', entry, 'There is no such view.', 'Define it.');
  }
  for (const kind of ['server', 'view'])
    checkResponses(
      clauses.filter((clause) => clause.kind === kind),
      kind,
      refuse,
    );
  for (const clause of clauses) if (clause.kind === 'rpz') checkPolicyZone(clause, places, refuse);
  const is = (name: string, value: string) => lastOf(clauses, name)?.values[0]?.text === value;
  for (const [one, other] of [
    ['do-ip4', 'do-ip6'],
    ['do-udp', 'do-tcp'],
  ] as const) {
    const entry = lastOf(clauses, one);
    if (is(one, 'no') && is(other, 'no'))
      refuse('contradiction', entry!, `${one} and ${other} are both off.`, 'Leave one on.');
  }
  const buffer = lastOf(clauses, 'msg-buffer-size')?.values[0];
  if (buffer !== undefined && leadingNumber(buffer.text) < 4_096)
    refuse('out_of_range', buffer, 'msg-buffer-size is at least 4096.', 'Write 65552.');
  const edns = lastOf(clauses, 'edns-buffer-size')?.values[0];
  if (edns !== undefined && leadingNumber(edns.text) < 12)
    refuse('out_of_range', edns, 'edns-buffer-size is at least 12.', 'Write 1232.');
}

/** Data of a response stands beside an action of the same addresses that sends people there. */
function checkResponses(clauses: readonly Clause[], kind: string, refuse: Refuse): void {
  for (const group of kind === 'server' ? [clauses] : clauses.map((clause) => [clause])) {
    const redirects = new Set(
      allOf(group, 'response-ip', kind).flatMap(({ values: [block, action] }) =>
        action?.text === 'redirect' ? [block!.text] : [],
      ),
    );
    for (const entry of allOf(group, 'response-ip-data', kind)) {
      if (!redirects.has(entry.values[0]?.text ?? ''))
        refuse(
          'undefined_reference',
          entry,
          'No response-ip redirects these addresses.',
          'Add response-ip with redirect.',
        );
    }
  }
}

function checkPolicyZone(
  { entries, word }: Clause,
  tags: ReadonlyMap<string, unknown>,
  refuse: Refuse,
): void {
  const last = (name: string) => entries.findLast((entry) => entry.name.text === name);
  const named = last('tags');
  if (
    named?.values[0]?.text
      .trim()
      .split(/\s+/)
      .some((tag) => tag !== '' && !tags.has(tag))
  )
    refuse('undefined_reference', named, 'A tag is not defined before.', 'Add define-tag above.');
  const target = last('rpz-cname-override');
  if (last('rpz-action-override')?.values[0]?.text !== 'cname') return;
  if (target === undefined)
    refuse('missing_value', word, 'The action cname needs rpz-cname-override.', 'Add it.');
  else if (!isDomain(target.values[0]?.text ?? ''))
    refuse('bad_name', target, 'rpz-cname-override takes a name of a domain.', 'Mend the name.');
}
