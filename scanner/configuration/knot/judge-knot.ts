import { isDomain } from '../clauses/check-values.ts';
import { isBase64 } from '../model/base64.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { readAddress } from '../model/reach.ts';
import type { Span, Word } from '../model/source.ts';
import { judgeSecurity, type KnotObject } from './judge-security.ts';
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

const identified: Readonly<Record<string, string>> = { log: 'target', zone: 'domain' };
const single = new Set(['server', 'xdp', 'control', 'statistics', 'database']);
const identifierOf = (section: string) => identified[section] ?? 'id';
/** What an object has to have. */
const needed: readonly (readonly [section: string, item: string])[] = [
  ['remote', 'address'],
  ['remotes', 'remote'],
  ['mod-dnsproxy', 'remote'],
  ['mod-dnstap', 'sink'],
  ['mod-geoip', 'config-file'],
  ['mod-rrl', 'rate-limit'],
  ['mod-synthrecord', 'type'],
];
/** Modules that do nothing without a section of their own. */
const configured = new Set(
  needed.map(([section]) => section).filter((section) => section.startsWith('mod-')),
);

/** Judges a knot.conf with what it includes. */
export function judgeKnot(files: ConfigurationFiles, findings: Findings, _version: string | null): void {
  const read = readSections(files, findings);
  new KnotCheck(findings).run(read);
}

/** Names of keys and zones are names of the DNS, the others are texts. */
function keyOf(section: string, name: string): string {
  const isDomainName = section === 'key' || section === 'zone';
  return `${section} ${isDomainName ? name.toLowerCase().replace(/(.)\.$/, '$1') : name}`;
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
    for (const object of this.#objects) this.#whole(object);
    judgeSecurity(this.#objects, this.#findings);
    const server = read.find(({ name }) => name.text === 'server');
    const version = this.#objects
      .find(({ section }) => section === 'server')
      ?.items.find(({ name }) => name.text === 'version');
    if (server !== undefined && (version === undefined || /\d/.test(version.values[0]?.text ?? ''))) {
      this.#findings.say(
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
    if (known === undefined) {
      const advice = this.#findings.instead(name.text, sections);
      this.#refuse('unknown_option', name, 'There is no section of this name.', advice);
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
      const key = keyOf(section, id.text);
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
    const isThere = id === undefined ? !configured.has(module) : this.#known.has(keyOf(module, id));
    const isModule = module.startsWith('mod-');
    if (isModule && sections.has(module) && isThere) return;
    const near = this.#findings.nearest(module, sections);
    const advice = near === undefined || near === module ? 'Define it above.' : `Write ${near}.`;
    this.#refuse('undefined_reference', value, 'There is no such module.', advice);
  }

  /** Objects are named before they are used. */
  #reference(value: Word, section: string, _from: string): void {
    const name = value.text;
    const kinds = section === 'remote' ? ['remote', 'remotes'] : [section];
    // Of these there is one without a section of its own.
    if (name === 'default' && ['policy', 'keystore'].includes(section)) return;
    if (!kinds.some((kind) => this.#known.has(keyOf(kind, name)))) {
      this.#refuse(
        'undefined_reference',
        value,
        `There is no ${section} of that name above.`,
        `Define the ${section} first.`,
      );
    }
  }

  /** What an object cannot be without. */
  #whole({ section, id, items }: KnotObject): void {
    const has = (name: string) => items.some((item) => item.name.text === name);
    for (const [of, name] of needed)
      if (section === of && id !== undefined && !has(name))
        this.#refuse('missing_value', id, `An object of ${section} has ${name}.`, `Add ${name}.`);
    if (section !== 'key' || id === undefined) return;
    if (!has('secret')) this.#refuse('key_incomplete', id, 'A key has a secret.', 'Make one with keymgr -t.');
    if (!has('algorithm'))
      this.#refuse('key_incomplete', id, 'A key has an algorithm.', 'Write algorithm: hmac-sha256.');
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
