import type { Severity } from '@sonde/shared/schemas/severity.ts';
import { isDomain } from '../clauses/check-values.ts';
import { isBase64 } from '../model/base64.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { contains, isLoopback, reachOf, readAddress, readRange } from '../model/reach.ts';
import type { Span, Word } from '../model/source.ts';
import { knotTable } from './options.ts';
import { type KnotItem, type KnotSection, readSections } from './read-sections.ts';

const manual = 'knot.conf(5)';

/** The types of the items of each section. */
const sections = new Map<string, Map<string, string>>();
for (const line of knotTable.split('\n')) {
  const [section = '', type = '', names = ''] = line.split(' | ');
  if (section === '') continue;
  const items = sections.get(section) ?? new Map<string, string>();
  sections.set(section, items);
  for (const name of names.split(' ')) items.set(name, type);
}
for (const [name, type] of sections.get('zone') ?? [])
  if (name !== 'domain' && name !== 'template') sections.get('template')!.set(name, type);

const modules = new Set(
  `authsignal cookies dnsproxy dnstap geoip noudp onlinesign probe queryacl rrl stats synthrecord whoami`
    .split(' ')
    .map((name) => `mod-${name}`),
);
const identified: Readonly<Record<string, string>> = { log: 'target', zone: 'domain' };
const single = new Set(['server', 'xdp', 'control', 'statistics', 'database']);
const identifierOf = (section: string) => identified[section] ?? 'id';

interface KnotObject {
  readonly section: string;
  readonly id: Word | undefined;
  readonly items: readonly KnotItem[];
}

/** Judges a knot.conf with what it includes. */
export function judgeKnot(files: ConfigurationFiles, findings: Findings, _version: string | null): void {
  const read = readSections(files, findings);
  new KnotCheck(findings).run(read);
}

class KnotCheck {
  readonly #findings: Findings;
  readonly #objects: KnotObject[] = [];
  readonly #known = new Set<string>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  run(read: readonly KnotSection[]): void {
    for (const section of read) this.#section(section);
    for (const object of this.#objects) this.#judge(object);
    const server = read.find(({ name }) => name.text === 'server');
    const version = this.#objects
      .find(({ section }) => section === 'server')
      ?.items.find(({ name }) => name.text === 'version');
    if (server !== undefined && (version === undefined || /\d/.test(version.values[0]?.text ?? ''))) {
      this.#say(
        'version_shown',
        'low',
        version ?? server.name,
        'The version of the server is told to anybody.',
        manual,
        'Tell nothing.',
        'version: ""',
      );
    }
  }

  #section({ name, items }: KnotSection): void {
    const known = sections.get(name.text);
    if (known === undefined && !/^mod-[a-z0-9-]+$/.test(name.text)) {
      const advice = this.#findings.instead(name.text, sections);
      this.#refuse('unknown_option', name, 'There is no section of this name.', advice);
      return;
    }
    if (known === undefined) {
      for (const { name: item, values } of items)
        if (item.text === 'id' && values[0] !== undefined) this.#known.add(`${name.text} ${values[0].text}`);
      return;
    }
    const identifier = identifierOf(name.text);
    let object: { section: string; id: Word | undefined; items: KnotItem[] } | undefined;
    for (const item of items) {
      this.#item(item, name.text, known);
      if (single.has(name.text)) {
        if (item.opens)
          this.#refuse('syntax', item, `The section ${name.text} has no objects.`, 'Remove the dash.');
        object ??= this.#begin(name.text, undefined);
      } else if (item.name.text === identifier || item.opens) {
        if (item.name.text !== identifier) {
          this.#refuse(
            'missing_value',
            item,
            `An object of ${name.text} begins with ${identifier}.`,
            `Begin with ${identifier}.`,
          );
        }
        const id = item.name.text === identifier ? item.values[0] : undefined;
        object = this.#begin(name.text, id);
      } else if (object === undefined) {
        this.#refuse(
          'missing_value',
          item,
          `An object of ${name.text} begins with ${identifier}.`,
          `Begin with - ${identifier}.`,
        );
      }
      object?.items.push(item);
    }
  }

  #begin(section: string, id: Word | undefined) {
    const object = { section, id, items: [] as KnotItem[] };
    if (id !== undefined) {
      const key = `${section} ${id.text.toLowerCase().replace(/(.)\.$/, '$1')}`;
      if (this.#known.has(key))
        this.#refuse('duplicate_name', id, `There is a ${section} of that name already.`, 'Remove one.');
      this.#known.add(key);
    }
    this.#objects.push(object);
    return object;
  }

  #item(item: KnotItem, section: string, known: ReadonlyMap<string, string>): void {
    const { name, values } = item;
    const type = known.get(name.text);
    if (type === undefined) {
      const message = `The section ${section} has no item of this name.`;
      this.#refuse('unknown_option', name, message, this.#findings.instead(name.text, known));
      return;
    }
    const bare = type.replace(/\*$/, '');
    if (values.length > 1 && !type.endsWith('*')) {
      this.#refuse('wrong_type', item, `${name.text} takes one value.`, 'Keep one of them.');
    }
    for (const value of values) {
      if (name.text === 'module' || name.text === 'global-module') this.#module(value);
      else if (bare.startsWith('ref:')) this.#reference(value, bare.slice(4), section);
      else if (!accepts(bare, value)) {
        this.#refuse(
          'wrong_type',
          value,
          `${name.text} takes ${meaningOf(bare)}.`,
          `Write ${meaningOf(bare)}.`,
        );
      }
    }
    const isIdentifier = name.text === identifierOf(section);
    if (values.length === 0 && (isIdentifier || !['text', 'text*', 'boolean'].includes(type)))
      this.#refuse('missing_value', name, `${name.text} has no value.`, 'Add it.');
  }

  /** A module, or one with an identifier of a section of its own. */
  #module(value: Word): void {
    const [module = '', id] = value.text.split('/');
    if (modules.has(module) && (id === undefined || this.#known.has(`${module} ${id}`))) return;
    const near = this.#findings.nearest(module, modules);
    const advice = near === undefined || near === module ? 'Define it above.' : `Write ${near}.`;
    this.#refuse('undefined_reference', value, 'There is no such module.', advice);
  }

  /** Objects are named before they are used. */
  #reference(value: Word, section: string, _from: string): void {
    const name = value.text.toLowerCase().replace(/(.)\.$/, '$1');
    const kinds = section === 'remote' ? ['remote', 'remotes'] : [section];
    if (['default', 'manual', ''].includes(name) && ['policy', 'keystore', 'template'].includes(section))
      return;
    if (!kinds.some((kind) => this.#known.has(`${kind} ${name}`))) {
      this.#refuse(
        'undefined_reference',
        value,
        `There is no ${section} of that name above.`,
        `Define the ${section} first.`,
      );
    }
  }

  #judge({ section, id, items }: KnotObject): void {
    const find = (name: string) => items.find((item) => item.name.text === name);
    const textOf = (name: string) => find(name)?.values[0]?.text.toLowerCase();
    if (section === 'key' && id !== undefined) {
      const secret = find('secret')?.values[0];
      if (secret === undefined)
        this.#refuse('key_incomplete', id, 'A key has a secret.', 'Make one with keymgr -t.');
      else if (Buffer.from(secret.text, 'base64').length < 16) {
        this.#say(
          'short_secret',
          'medium',
          secret,
          'The secret has fewer than 16 octets.',
          'RFC 8945 section 8',
          'Make one with keymgr -t.',
        );
      }
      const algorithm = find('algorithm');
      if (algorithm === undefined)
        this.#refuse('key_incomplete', id, 'A key has an algorithm.', 'Write algorithm: hmac-sha256.');
      if (/md5|sha1$/.test(textOf('algorithm') ?? '')) {
        const severity = textOf('algorithm') === 'hmac-md5' ? 'high' : 'medium';
        this.#say(
          'weak_tsig_algorithm',
          severity,
          algorithm!,
          'The algorithm of the key is not to be used any more.',
          'RFC 8945 section 6',
          'Make a key for hmac-sha256.',
          'algorithm: hmac-sha256',
        );
      }
    }
    if (
      section === 'acl' &&
      textOf('deny') !== 'on' &&
      textOf('deny') !== 'true' &&
      find('key') === undefined &&
      find('remote') === undefined
    )
      this.#judgeAcl(items);
    if (section === 'policy') {
      const algorithm = find('algorithm');
      if (/^rsasha1/.test(textOf('algorithm') ?? '')) {
        this.#say(
          'old_dnssec_algorithm',
          'high',
          algorithm!,
          'Zones are signed with an algorithm that validators no longer trust.',
          'RFC 8624 section 3.1; RFC 9905',
          'Use ECDSA.',
          'algorithm: ecdsap256sha256',
        );
      }
      const iterations = find('nsec3-iterations');
      if (Number(textOf('nsec3-iterations') ?? 0) > 0) {
        this.#say(
          'nsec3_iterations',
          'low',
          iterations!,
          'Iterations of NSEC3 cost validators time and protect nothing.',
          'RFC 9276 section 3.1',
          'Use none.',
          'nsec3-iterations: 0',
        );
      }
    }
  }

  #judgeAcl(items: readonly KnotItem[]): void {
    const actions = items.filter(({ name }) => name.text === 'action').flatMap(({ values }) => values);
    const addresses = items.filter(({ name }) => name.text === 'address').flatMap(({ values }) => values);
    const ranges = addresses.flatMap(({ text }) => readRange(text) ?? []);
    const isOpen =
      addresses.length === 0 ||
      reachOf(ranges, (address) => ranges.some((range) => contains(range, address))) === 'anyone';
    if (!isOpen && ranges.length > 0 && ranges.every(isLoopback)) return;
    for (const action of actions) {
      if (action.text === 'update') {
        const [code, severity, message] = isOpen
          ? (['open_update', 'critical', 'Anybody may change the zone.'] as const)
          : ([
              'update_without_tsig',
              'high',
              'Updates are allowed by address, which can be forged in a single packet.',
            ] as const);
        this.#say(code, severity, action, message, 'RFC 3007 section 3', 'Ask for a key.', 'key: updater');
      } else if (action.text === 'transfer') {
        const [code, severity, message] = isOpen
          ? (['open_transfer', 'high', 'Anybody may copy the whole zone.'] as const)
          : ([
              'transfer_without_tsig',
              'low',
              'Transfers are allowed by address alone, and addresses can be forged or taken over.',
            ] as const);
        this.#say(
          code,
          severity,
          action,
          message,
          isOpen ? 'RFC 5936 section 5' : 'RFC 8945',
          'Ask for a key.',
          'key: secondaries',
        );
      }
    }
  }

  #say(
    code: string,
    severity: Severity,
    at: Span,
    message: string,
    rule: string,
    suggestion: string,
    snippet?: string,
  ): void {
    this.#findings.add({ code, severity, at, message, rule, suggestion, snippet });
  }

  #refuse(code: string, at: Span, message: string, suggestion: string): void {
    this.#findings.refuse({ code, at, message, rule: manual, suggestion });
  }
}

const meanings: Readonly<Record<string, string>> = {
  integer: 'a number',
  boolean: 'on or off',
  time: 'a time such as 10m',
  size: 'a size such as 20M',
  domain: 'a name of a domain',
  base64: 'a secret in base64',
  address: 'an address',
};

function meaningOf(type: string): string {
  return type.startsWith('one:') ? type.slice(4).replaceAll(',', ', ') : (meanings[type] ?? 'another value');
}

function accepts(type: string, { text }: Word): boolean {
  if (type.startsWith('one:')) return type.slice(4).split(',').includes(text.toLowerCase());
  switch (type) {
    case 'integer':
      return /^-?\d{1,10}$/.test(text);
    case 'boolean':
      return /^(?:on|off|true|false)$/.test(text);
    case 'time':
      return /^-?\d{1,12}[smhdwMy]?$/.test(text);
    case 'size':
      return /^\d{1,12}[BKMG]?$/.test(text);
    case 'domain':
      return isDomain(text);
    case 'base64':
      return isBase64(text);
    case 'address':
      return isAddressWord(text);
    default:
      return true;
  }
}

/** An address with a port, a length of a prefix, or another address to which it goes; or the path of a socket. */
function isAddressWord(text: string): boolean {
  const found = /^(-?\d[\d.]*|[\da-f]*:[\da-f:.]*)(?:@(\S*)|\/(\S*)|-(\S*))?$/i.exec(text);
  if (found === null) return true;
  const [, address = '', port, length, last] = found;
  if (readAddress(address) === undefined || (port !== undefined && !/^\d{1,5}$/.test(port))) return false;
  if (last !== undefined) return readAddress(last) !== undefined;
  return (
    length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (address.includes(':') ? 128 : 32))
  );
}
