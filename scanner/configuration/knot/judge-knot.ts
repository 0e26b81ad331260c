import { recordTypeNumber } from '@sonde/shared/dns/record-types.ts';
import { isDomain } from '../clauses/check-values.ts';
import { isBase64 } from '../model/base64.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { readAddress } from '../model/reach.ts';
import type { Span, Word } from '../model/source.ts';
import { isNewer, refuseNewer } from '../model/versions.ts';
import { checkObjects } from './check-objects.ts';
import { judgeSecurity, type KnotObject } from './judge-security.ts';
import { knotLaterTables } from './later-items.ts';
import { knotTable } from './options.ts';
import { rangeMissed } from './ranges.ts';
import { type KnotItem, type KnotSection, readSections } from './read-sections.ts';
import { sizeOf, timeOf, unitSince } from './units.ts';

const manual = 'knot.conf(5)';

/** The types of the items of each section, and the versions that later ones came with. */
const sections = new Map<string, Map<string, string>>();
const since = new Map<string, string>();
for (const [table, version] of [
  [knotTable, undefined],
  ...Object.entries(knotLaterTables).map(([one, text]) => [text, one]),
]) {
  for (const line of table!.split('\n')) {
    const [section = '', type = '', names = ''] = line.split(' | ');
    if (section === '') continue;
    const items = sections.get(section) ?? new Map<string, string>();
    sections.set(section, items);
    for (const name of names.split(' ')) {
      items.set(name, type);
      if (version !== undefined) since.set(`${section} ${name}`, version);
    }
  }
}
/** Every object may have a word about itself. */
for (const items of sections.values()) items.set('comment', 'text');
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
/** Types whose items may stand there without a value. */
const mayBeEmpty = new Set(['text', 'boolean', 'address', 'base64', 'hex', 'record-type']);
/** Modules that do nothing without a section of their own. */
const configured = new Set(
  needed.map(([section]) => section).filter((section) => section.startsWith('mod-')),
);

/** Judges a knot.conf with what it includes. */
export function judgeKnot(files: ConfigurationFiles, findings: Findings, version: string | null): void {
  const read = readSections(files, findings);
  new KnotCheck(findings, version).run(read);
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

  readonly #version: string | null;

  constructor(findings: Findings, version: string | null) {
    this.#findings = findings;
    this.#version = version;
  }

  run(read: readonly KnotSection[]): void {
    for (const section of read) this.#section(section);
    for (const object of this.#objects) this.#whole(object);
    checkObjects(this.#objects, this.#findings);
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
        if (item.name.text !== identifier || !item.opens) {
          this.#refuse(
            'missing_value',
            item,
            `An object of ${name.text} begins with ${identifier}.`,
            `Begin with - ${identifier}.`,
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
    const came = since.get(`${section === 'template' ? 'zone' : section} ${name.text}`);
    if (isNewer(came, this.#version)) refuseNewer(name, name.text, came!, manual, this.#findings);
    if (values.length > 1 && !type.endsWith('*')) {
      this.#refuse('wrong_type', item, `${name.text} takes one value.`, 'Keep one of them.');
    }
    for (const value of values) {
      if (name.text === 'module' || name.text === 'global-module') this.#module(value);
      else if (bare.startsWith('ref:')) this.#reference(value, bare.slice(4), section);
      else if (accepts(bare, value)) this.#within(item, section, bare, value);
      else {
        this.#refuse(
          'wrong_type',
          value,
          `${name.text} takes ${meaningOf(bare)}.`,
          `Write ${meaningOf(bare)}.`,
        );
      }
    }
    const isIdentifier = name.text === identifierOf(section);
    const isEmpty = values.length === 0 || (isIdentifier && values[0]?.text === '' && section !== 'zone');
    if (isEmpty && (isIdentifier || !mayBeEmpty.has(bare)))
      this.#refuse('missing_value', name, `${name.text} has no value.`, 'Add it.');
  }

  /** Values of the right type lie between the least and the most, and use units that the version knows. */
  #within({ name }: KnotItem, section: string, type: string, value: Word): void {
    const range = rangeMissed(section, name.text, type, value.text);
    if (range !== undefined) {
      const most = range.most === Number.POSITIVE_INFINITY ? '' : ` and at most ${range.most}`;
      const message = `${name.text} is at least ${range.least}${most}.`;
      this.#refuse('out_of_range', value, message, 'Write a value within.');
    }
    const since = type === 'time' ? unitSince(value.text) : undefined;
    if (isNewer(since, this.#version)) refuseNewer(value, 'This unit', since!, manual, this.#findings);
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
  network: 'an address, a prefix or a range',
  'record-type': 'a type of records',
  hex: 'a text, or 0x and pairs of hexadecimal digits',
  'cookie-secret': '0x and 32 hexadecimal digits',
  'module-name': 'a name that begins with mod-',
  address: 'an address',
};

function meaningOf(type: string): string {
  return type.startsWith('one:') ? type.slice(4).replaceAll(',', ', ') : (meanings[type] ?? 'another value');
}

function accepts(type: string, { text }: Word): boolean {
  if (type.startsWith('one:')) return type.slice(4).split(',').includes(text.toLowerCase());
  switch (type) {
    case 'integer':
      return /^-?\d{1,19}$/.test(text);
    case 'boolean':
      // The server takes any beginning of them.
      return (
        text !== '' && ['on', 'off', 'true', 'false'].some((word) => word.startsWith(text.toLowerCase()))
      );
    case 'time':
      return !Number.isNaN(timeOf(text));
    case 'size':
      return !Number.isNaN(sizeOf(text));
    case 'listener':
      return Number(/@(\d+)$/.exec(text)?.[1] ?? 1) <= 65_535;
    case 'network':
      return isNetwork(text);
    case 'record-type':
      return recordTypeNumber(text.toUpperCase()) !== undefined || /^TYPE\d{1,5}$/i.test(text);
    case 'hex':
      return !/^0x/i.test(text) || /^0x(?:[\da-f]{2})*$/i.test(text);
    case 'cookie-secret':
      return /^0x[\da-f]{32}$/i.test(text);
    case 'module-name':
      return text.startsWith('mod-');
    case 'domain':
      return isDomain(text);
    case 'base64':
      return text === '' || isBase64(text);
    case 'address':
      return isAddressWord(text);
    default:
      return true;
  }
}

/** An address with or without a port, or the path of a socket: what has a colon, or three dots and three digits, is meant as an address. */
function isAddressWord(text: string): boolean {
  const [address = '', port, ...more] = text.split('@');
  const count = (form: RegExp) => address.match(form)?.length ?? 0;
  const isPath = !address.includes(':') && (count(/\./g) !== 3 || count(/\d/g) < 3);
  if (isPath) return true;
  const isPort = port === undefined || (/^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) <= 65_535);
  return more.length === 0 && isPort && readAddress(address) !== undefined && !address.includes('%');
}

/** An address, with the length of a prefix, or from one to another of its family. */
function isNetwork(text: string): boolean {
  const [first = '', last, ...more] = text.split('-');
  const [address = '', length] = first.split('/');
  const from = readAddress(address);
  if (from === undefined || more.length > 0) return false;
  if (last !== undefined) return length === undefined && readAddress(last)?.family === from.family;
  return (
    length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (from.family === 4 ? 32 : 128))
  );
}
