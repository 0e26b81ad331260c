import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { leadingNumber } from '../clauses/check-values.ts';
import { allOf, lastOf } from '../clauses/find-entries.ts';
import type { Clause, ClauseEntry } from '../clauses/read-clauses.ts';
import type { Findings } from '../model/findings.ts';
import {
  type Address,
  type AddressRange,
  contains,
  isLoopback,
  isPublic,
  reachOf,
  readAddress,
  readRange,
} from '../model/reach.ts';
import type { Span } from '../model/source.ts';

const manual = 'unbound.conf(5)';

interface Words {
  readonly message: string;
  readonly rule: string;
  readonly suggestion: string;
  readonly snippet?: string;
}

/** Options that protect while they are on, with what they protect from. */
const protections: readonly (readonly [string, Severity, string, string])[] = [
  ['harden-glue', 'high', 'Addresses beside the question are taken from anybody.', 'RFC 5452'],
  [
    'harden-dnssec-stripped',
    'high',
    'A zone counts as unsigned if somebody takes its signatures away.',
    'RFC 4035 section 5',
  ],
  ['harden-below-nxdomain', 'low', 'Names below one that does not exist are asked for.', 'RFC 8020'],
  ['hide-identity', 'low', 'The identity of the server is told to anybody.', manual],
  ['hide-version', 'low', 'The version of the server is told to anybody.', manual],
  ['qname-minimisation', 'low', 'Whole names are told to every server on the way.', 'RFC 9156'],
  ['minimal-responses', 'low', 'Answers are larger than they need to be.', manual],
  ['aggressive-nsec', 'low', 'Names that do not exist are asked for again and again.', 'RFC 8198'],
];
/** Of these the default is off. */
const offByDefault = new Set(['hide-identity', 'hide-version']);

export function judgeUnboundSecurity(clauses: readonly Clause[], findings: Findings): void {
  const say = (code: string, severity: Severity, at: Span, words: Words) =>
    findings.add({ code, severity, at, ...words });
  const server = clauses.find(({ kind }) => kind === 'server');
  const on = (name: string) => lastOf(clauses, name)?.values[0]?.text;
  judgeAccess(clauses, say);
  for (const [name, severity, message, rule] of protections) {
    const entry = lastOf(clauses, name);
    const isOff = entry === undefined ? offByDefault.has(name) && server !== undefined : on(name) === 'no';
    if (!isOff) continue;
    say(codeOf(name), severity, entry ?? server!.word, {
      message,
      rule,
      suggestion: `Turn ${name} on.`,
      snippet: `${name}: yes`,
    });
  }
  const modules = lastOf(clauses, 'module-config');
  if (modules !== undefined && !/\bvalidator\b/.test(modules.values[0]?.text ?? 'validator')) {
    say('validation_off', 'high', modules, {
      message: 'Answers are not validated by DNSSEC: the module validator is left out.',
      rule: 'RFC 9364',
      suggestion: 'Put the validator before the iterator.',
      snippet: 'module-config: "validator iterator"',
    });
  }
  const permissive = lastOf(clauses, 'val-permissive-mode');
  if (on('val-permissive-mode') === 'yes') {
    say('validation_off', 'high', permissive!, {
      message: 'Answers that fail validation are given all the same.',
      rule: 'RFC 4035 section 5.5',
      suggestion: 'Turn val-permissive-mode off.',
      snippet: 'val-permissive-mode: no',
    });
  }
  for (const entry of allOf(clauses, 'domain-insecure')) {
    if (entry.values[0]?.text !== '.') continue;
    say('validation_off', 'high', entry, {
      message: 'The root is taken as insecure, so nothing is validated.',
      rule: 'RFC 9364',
      suggestion: 'Name the zones that are broken, not the root.',
    });
  }
  judgeAnchors(clauses, modules, say);
  judgePorts(clauses, say);
  judgeControl(clauses, say);
  const user = lastOf(clauses, 'username');
  if (user !== undefined && ['', 'root'].includes(user.values[0]?.text ?? '')) {
    say('privileges_kept', 'high', user, {
      message: 'The server keeps the rights of root.',
      rule: manual,
      suggestion: 'Let it run as a user of its own.',
      snippet: 'username: "unbound"',
    });
  }
  const size = lastOf(clauses, 'edns-buffer-size')?.values[0];
  if (size !== undefined && leadingNumber(size.text) > 1_472) {
    say('fragmentation', 'low', size, {
      message: 'Answers may come in fragments, which can be forged and get lost.',
      rule: 'RFC 9715',
      suggestion: 'Ask for answers of 1,232 octets.',
      snippet: 'edns-buffer-size: 1232',
    });
  }
  const isTls = ['tls-upstream', 'ssl-upstream'].some((name) => on(name) === 'yes');
  for (const clause of clauses) if (clause.kind === 'forward-zone') judgeForwarders(clause, isTls, say);
  const ciphers = lastOf(clauses, 'tls-ciphers')?.values[0];
  if (ciphers !== undefined && /(?:^|:)(?![!-])[^:]*(?:RC4|3DES|DES-|NULL|EXP|MD5)/i.test(ciphers.text)) {
    say('weak_ciphers', 'high', ciphers, {
      message: 'Ciphers are allowed that protect nothing any more.',
      rule: 'RFC 9325 section 4.1',
      suggestion: 'Remove tls-ciphers: the defaults are sound.',
    });
  }
}

type Say = (code: string, severity: Severity, at: Span, words: Words) => void;

const codeOf = (name: string) =>
  name.startsWith('hide-') ? 'version_shown' : `${name.replaceAll('-', '_')}_off`;

function judgeAccess(clauses: readonly Clause[], say: Say): void {
  const rules = allOf(clauses, 'access-control').flatMap((entry) => {
    const range = readRange(entry.values[0]?.text ?? '');
    return range === undefined ? [] : [{ entry, range, action: entry.values[1]?.text ?? '' }];
  });
  const interfaces = [...allOf(clauses, 'interface'), ...allOf(clauses, 'ip-address')];
  const listens = interfaces.some((entry) => {
    const range = readRange((entry.values[0]?.text ?? '').replace(/@.*$/, ''));
    return range === undefined || !isLoopback(range);
  });
  const isAutomatic = lastOf(clauses, 'interface-automatic')?.values[0]?.text === 'yes';
  const openInterfaces = allOf(clauses, 'interface-action').flatMap((entry) => {
    const [address, action] = entry.values.map(({ text }) => text);
    const family = action?.startsWith('allow') === true ? openFamily(address ?? '') : undefined;
    return family === undefined ? [] : [{ entry, family }];
  });
  const decide = (address: Address): string => {
    let best: { size: bigint; action: string } | undefined;
    for (const { range, action } of rules) {
      const size = range.last - range.first;
      if (contains(range, address) && (best === undefined || size <= best.size)) best = { size, action };
    }
    // What no rule of clients is about is for the interface to say.
    const isOpen = openInterfaces.some(({ family }) => family === address.family);
    return best?.action ?? (isOpen ? 'allow' : 'refuse');
  };
  const ranges: AddressRange[] = rules.map(({ range }) => range);
  if (!listens && !isAutomatic) return;
  if (reachOf(ranges, (address) => decide(address).startsWith('allow')) === 'anyone') {
    const widest = rules
      .filter(({ action }) => action.startsWith('allow'))
      .toSorted((one, other) =>
        one.range.last - one.range.first > other.range.last - other.range.first ? -1 : 1,
      )[0];
    say('open_recursion', 'critical', widest?.entry ?? openInterfaces[0]!.entry, {
      message:
        'Anybody on the Internet may have names resolved: the server can be abused for amplification attacks.',
      rule: 'RFC 5358 section 4',
      suggestion: 'Allow your own networks only.',
      snippet: 'access-control: 10.0.0.0/8 allow',
    });
  }
  const snooping = rules.find(({ action }) => action === 'allow_snoop');
  if (
    snooping !== undefined &&
    reachOf([snooping.range], (address) => contains(snooping.range, address)) !== 'nobody'
  ) {
    say('cache_snooping', 'medium', snooping.entry, {
      message: 'Strangers may look what is in the cache.',
      rule: manual,
      suggestion: 'Use allow in place of allow_snoop.',
    });
  }
  const seen = new Map<string, (typeof rules)[number]>();
  for (const rule of rules) {
    const network = `${rule.range.family} ${rule.range.first} ${rule.range.last}`;
    const same = seen.get(network);
    if (same === undefined) seen.set(network, rule);
    if (same === undefined) continue;
    const differs = same.action !== rule.action;
    say(differs ? 'contradiction' : 'duplicate_option', differs ? 'medium' : 'low', rule.entry, {
      message: differs
        ? 'Another rule for the same network says something else.'
        : 'The same rule stands there already.',
      rule: `${manual}, access-control`,
      suggestion: 'Keep one of them.',
    });
  }
}

/** The family of an interface that the Internet reaches: any address of the machine, or a public one. */
function openFamily(text: string): 4 | 6 | undefined {
  const address = readAddress(text.replace(/@.*$/, ''));
  return address !== undefined && (address.value === 0n || isPublic(address)) ? address.family : undefined;
}

const anchors = [
  'auto-trust-anchor-file',
  'trust-anchor-file',
  'trust-anchor',
  'trusted-keys-file',
  'dlv-anchor',
];

/** Who names the validator wants it: without an anchor it does nothing. Another file may have one. */
function judgeAnchors(clauses: readonly Clause[], modules: ClauseEntry | undefined, say: Say): void {
  const isWanted = /\bvalidator\b/.test(modules?.values[0]?.text ?? '');
  const hasOthers = clauses.some(({ word }) => /^[ \t]*include(?:-toplevel)?[ \t]*:/m.test(word.source.text));
  if (!isWanted || hasOthers || anchors.some((name) => lastOf(clauses, name) !== undefined)) return;
  say('validation_off', 'medium', modules!, {
    message: 'The validator has no trust anchor: nothing is validated.',
    rule: `${manual}, auto-trust-anchor-file; RFC 9364`,
    suggestion: 'Name the file of the anchor of the root.',
    snippet: 'auto-trust-anchor-file: "/var/lib/unbound/root.key"',
  });
}

/** Ports that an attacker has to guess among, at least (RFC 5452). */
const fewestPorts = 10_000;
/** Rules of ports that are followed: each may be about all ports. */
const mostPortRules = 200;

/** Permitted and avoided ports in the order of the file. */
function judgePorts(clauses: readonly Clause[], say: Say): void {
  const rules = clauses
    .flatMap(({ entries }) => entries)
    .filter(({ name }) => /^outgoing-port-(?:permit|avoid)$/.test(name.text));
  const last = rules.at(-1);
  if (last === undefined) return;
  const isOpen = new Uint8Array(65_536).fill(1, 1_024);
  for (const { name, values } of rules.slice(-mostPortRules)) {
    const [first = 0, end = first] = (values[0]?.text ?? '').split('-').map(Number);
    isOpen.fill(name.text.endsWith('permit') ? 1 : 0, first, end + 1);
  }
  if (isOpen.reduce((sum, one) => sum + one, 0) >= fewestPorts) return;
  say('fixed_source_port', 'high', last, {
    message: 'Questions leave from few ports: answers to them are easily forged.',
    rule: 'RFC 5452 section 9.2',
    suggestion: 'Remove the rules of ports.',
  });
}

function judgeControl(clauses: readonly Clause[], say: Say): void {
  const of = (name: string) => lastOf(clauses, name, 'remote-control');
  if (of('control-enable')?.values[0]?.text !== 'yes') return;
  const beyond = allOf(clauses, 'control-interface', 'remote-control').find((entry) => {
    const text = entry.values[0]?.text ?? '';
    const range = readRange(text.replace(/@.*$/, ''));
    return !text.startsWith('/') && (range === undefined || !isLoopback(range));
  });
  const isUnsigned = of('control-use-cert')?.values[0]?.text === 'no';
  if (beyond === undefined) return;
  say(
    isUnsigned ? 'control_without_key' : 'control_beyond_loopback',
    isUnsigned ? 'high' : 'medium',
    beyond,
    {
      message: isUnsigned
        ? 'Anybody who reaches the control channel commands the server: it asks for no certificate.'
        : 'The control channel listens beyond this machine.',
      rule: `${manual}, remote-control`,
      suggestion: 'Let it listen on loopback, or on a socket.',
      snippet: 'control-interface: 127.0.0.1',
    },
  );
}

/** Forwarders of a zone; `everywhere` if the server asks all of them over TLS. */
function judgeForwarders({ entries }: Clause, everywhere: boolean, say: Say): void {
  const isTls =
    everywhere ||
    entries.some(
      ({ name, values }) => /^forward-(?:tls|ssl)-upstream$/.test(name.text) && values[0]?.text === 'yes',
    );
  for (const entry of entries) if (entry.name.text === 'forward-addr') judgeForwarder(entry, isTls, say);
}

function judgeForwarder(entry: ClauseEntry, isTls: boolean, say: Say): void {
  const text = entry.values[0]?.text ?? '';
  const address = readAddress(text.replace(/[@#].*$/, ''));
  if (address === undefined || !isPublic(address)) return;
  if (!isTls) {
    say('forwarders_in_clear', 'info', entry, {
      message: 'Questions are forwarded over the Internet without encryption.',
      rule: 'RFC 7858; RFC 9076',
      suggestion: 'Forward over TLS.',
      snippet: 'forward-tls-upstream: yes\nforward-addr: 192.0.2.1@853#resolver.example',
    });
  } else if (!text.includes('#')) {
    say('tls_without_name', 'medium', entry, {
      message: 'The name in the certificate is not checked, so anybody on the way can answer.',
      rule: 'RFC 8310 section 5',
      suggestion: 'Add the name behind the address.',
      snippet: 'forward-addr: 192.0.2.1@853#resolver.example',
    });
  }
}
