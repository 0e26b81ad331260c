import { type LineEntry, readLines } from '../lines/read-lines.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { Includes } from '../model/includes.ts';
import { isPublic, readAddress } from '../model/reach.ts';
import type { Source, Span } from '../model/source.ts';
import { dnsmasqTable } from './options.ts';

const manual = 'dnsmasq(8)';

interface Option {
  readonly type: string;
  readonly many: boolean;
}

const options = new Map<string, Option>();
for (const line of dnsmasqTable.split('\n')) {
  const [type = '', repeat, names = ''] = line.split(' | ');
  for (const name of names.split(' ')) if (name !== '') options.set(name, { type, many: repeat === 'many' });
}

/** Judges a dnsmasq.conf with what it includes. */
export function judgeDnsmasq(files: ConfigurationFiles, findings: Findings, _version: string | null): void {
  const check = new DnsmasqCheck(files, findings);
  check.read(files.main, 0);
  check.security();
}

class DnsmasqCheck {
  readonly #findings: Findings;
  readonly #entries: LineEntry[] = [];
  readonly #aliases = new Set<string>();
  readonly #includes: Includes;

  constructor(files: ConfigurationFiles, findings: Findings) {
    this.#includes = new Includes(files, findings, manual);
    this.#findings = findings;
  }

  read(source: Source, depth: number): void {
    const seen = new Set<string>();
    for (const entry of readLines(source, { continues: false })) {
      const name = entry.name.text;
      if (name === '' && entry.name.quoted) continue;
      const option = options.get(name);
      if (option === undefined) {
        const message = `There is no option ${this.#findings.secrets.shown(entry.name)}.`;
        this.#refuse('unknown_option', entry.name, message, this.#findings.instead(name, options));
        continue;
      }
      if (seen.has(name) && !option.many) {
        this.#refuse('duplicate_option', entry.name, `${name} stands once in a file.`, 'Remove one of them.');
      }
      seen.add(name);
      this.#value(entry, option);
      if (name === 'cname') this.#alias(entry);
      this.#entries.push(entry);
      if (name === 'conf-file' || name === 'servers-file' || name === 'conf-dir') this.#include(entry, depth);
    }
  }

  /** Of an alias there is one target: all words but the last, which may be a time, are names. */
  #alias({ value }: LineEntry): void {
    const names = (value?.text ?? '').split(',').map((part) => part.trim().toLowerCase());
    const last = /^\d+$/.test(names.at(-1) ?? '') ? names.length - 2 : names.length - 1;
    for (const name of names.slice(0, Math.max(0, last))) {
      if (this.#aliases.has(name))
        this.#refuse(
          'duplicate_name',
          value!,
          'There is an alias of that name already.',
          'Remove one of them.',
        );
      this.#aliases.add(name);
    }
  }

  #value({ name, value }: LineEntry, { type }: Option): void {
    const text = value?.text ?? '';
    if (type === 'flag' && value !== undefined) {
      this.#refuse('wrong_type', value, `${name.text} has no value.`, 'Remove the value.', name.text);
    } else if (
      type !== 'flag' &&
      type !== 'optional' &&
      type !== 'special' &&
      text === '' &&
      type !== 'text'
    ) {
      this.#refuse('missing_value', name, `${name.text} needs a value.`, 'Add it.');
    } else if (type === 'text' && value === undefined) {
      this.#refuse('missing_value', name, `${name.text} needs a value.`, 'Add it.');
    } else if ((type === 'number' || type === 'port') && text !== '' && !numberFits(name.text, type, text)) {
      this.#refuse(
        'wrong_type',
        value!,
        `${name.text} takes a number${type === 'port' ? ' up to 65535' : ''}.`,
        'Write a number.',
      );
    } else if (
      type === 'address' &&
      text !== '' &&
      text.split(',').some((part) => readAddress(part.replace(/\/\d+$/, '')) === undefined)
    ) {
      this.#refuse('wrong_type', value!, `${name.text} takes addresses.`, 'Write an address.');
    }
    if (value !== undefined && !partsFit(name.text, text)) {
      this.#refuse('wrong_type', value, `A part of ${name.text} is no address, number or time.`, 'Mend it.');
    } else if (name.text === 'server' && value !== undefined && !isServer(text)) {
      this.#refuse(
        'wrong_type',
        value,
        'server takes an address, behind domains between slashes if need be.',
        'Write server=192.0.2.1.',
      );
    }
  }

  #include({ name, value }: LineEntry, depth: number): void {
    if (value === undefined || value.text === '') return;
    const [path = '', ...endings] = name.text === 'conf-dir' ? value.text.split(',') : [value.text];
    const kind = name.text === 'conf-dir' ? 'directory' : 'file';
    for (const source of this.#includes.follow(value, depth, kind, path)) {
      if (kind === 'file' || isOfFolder(source.name, endings)) this.read(source, depth + 1);
    }
  }

  security(): void {
    const find = (name: string) => this.#entries.find((entry) => entry.name.text === name);
    const [first] = this.#entries;
    if (first === undefined || find('port')?.value?.text === '0') return;
    const isBound = ['interface', 'listen-address', 'local-service', 'except-interface'].some(
      (name) => find(name) !== undefined,
    );
    if (!isBound) {
      this.#findings.add({
        code: 'listens_everywhere',
        severity: 'medium',
        at: { ...first, end: first.start },
        message: 'The server listens on every interface, and nothing says who may ask.',
        rule: `${manual}, --interface; RFC 5358`,
        suggestion: 'Name the interfaces, or answer the own networks only.',
        snippet: 'local-service',
      });
    }
    const wildcard = this.#entries.find(
      ({ name, value }) => name.text === 'listen-address' && /^(?:0\.0\.0\.0|::)$/.test(value?.text ?? ''),
    );
    if (wildcard !== undefined) {
      this.#findings.add({
        code: 'listens_everywhere',
        severity: 'high',
        at: wildcard,
        message: 'The server listens on every address.',
        rule: 'RFC 5358 section 4',
        suggestion: 'Name the addresses of the own networks.',
        snippet: 'listen-address=127.0.0.1,192.168.1.1',
      });
    }
    const remarks: readonly (readonly [string, string, string, string])[] = [
      [
        'stop-dns-rebind',
        'rebinding_allowed',
        'Answers from outside may hold private addresses, which lets web pages reach the own network.',
        'stop-dns-rebind',
      ],
      [
        'bogus-priv',
        'private_names_leak',
        'Questions about private addresses leave for the public DNS.',
        'bogus-priv',
      ],
      [
        'domain-needed',
        'private_names_leak',
        'Names without a dot leave for the public DNS.',
        'domain-needed',
      ],
    ];
    for (const [name, code, message, snippet] of remarks) {
      if (find(name) !== undefined) continue;
      const at = { ...first, end: first.start };
      this.#findings.add({
        code,
        severity: 'low',
        at,
        message,
        rule: `${manual}, --${name}`,
        suggestion: `Add ${name}.`,
        snippet,
      });
    }
    if (find('dnssec') === undefined && find('proxy-dnssec') === undefined) {
      this.#findings.add({
        code: 'validation_off',
        severity: 'low',
        at: { ...first, end: first.start },
        message: 'Answers are not validated by DNSSEC here.',
        rule: 'RFC 9364',
        suggestion: 'Turn dnssec on, or take over what a validating server on the way says.',
        snippet: 'dnssec\nconf-file=/usr/share/dnsmasq/trust-anchors.conf',
      });
    }
    const unchecked = this.#entries.find(
      ({ name, value }) => name.text === 'dnssec-check-unsigned' && value?.text === 'no',
    );
    if (unchecked !== undefined) {
      this.#findings.add({
        code: 'validation_off',
        severity: 'high',
        at: unchecked,
        message: 'A zone counts as unsigned if somebody takes its signatures away.',
        rule: 'RFC 4035 section 5',
        suggestion: 'Remove the option.',
      });
    }
    for (const { name, value } of this.#entries) {
      const address = readAddress((value?.text ?? '').replace(/^.*\//, '').replace(/[#@].*$/, ''));
      if (name.text !== 'server' || address === undefined || !isPublic(address)) continue;
      this.#findings.add({
        code: 'forwarders_in_clear',
        severity: 'info',
        at: value!,
        message: 'Questions are forwarded over the Internet without encryption.',
        rule: 'RFC 7858; RFC 9076',
        suggestion: 'Forward to a stub on this machine that speaks TLS.',
      });
    }
  }

  #refuse(code: string, at: Span, message: string, suggestion: string, snippet?: string): void {
    this.#findings.refuse({ code, at, message, rule: manual, suggestion, snippet });
  }
}

/** Of a folder: endings with an asterisk are those that are read, others those that are not. */
function isOfFolder(name: string, endings: readonly string[]): boolean {
  const wanted = endings.filter((ending) => ending.startsWith('*')).map((ending) => ending.slice(1));
  const unwanted = ['~', ...endings.filter((ending) => ending !== '' && !ending.startsWith('*'))];
  if (unwanted.some((ending) => name.endsWith(ending)) || /(?:^|\/)(?:\.|#.*#$)[^/]*$/.test(name))
    return false;
  return wanted.length === 0 || wanted.some((ending) => name.endsWith(ending));
}

function numberFits(name: string, type: string, text: string): boolean {
  if (/^(?:dhcp-option|filter-rr|cache-rr|dnssec-limits|dhcp-reply-delay|tftp-mtu)/.test(name)) return true;
  return /^-?\d{1,10}$/.test(text) && (type !== 'port' || (Number(text) >= 0 && Number(text) <= 65_535));
}

/** Options whose parts are held to their forms. */
const withAddresses = new Set([
  'address',
  'dhcp-range',
  'dhcp-option',
  'domain',
  'host-record',
  'rev-server',
  'server',
  'local',
]);

/** What looks like an address is one, quotation marks match, and numbers are numbers where they have to be. */
function partsFit(name: string, text: string): boolean {
  if ((text.match(/"/g)?.length ?? 0) % 2 === 1) return false;
  const parts = text.split(/[,/]/).map((part) => part.trim());
  if (name === 'srv-host') return parts[2] === undefined || Number(parts[2]) <= 65_535;
  if (name === 'mx-host') return parts[2] === undefined || /^\d{1,5}$/.test(parts[2]);
  if (
    name === 'dhcp-range' &&
    !parts.some((part) => readAddress(part) !== undefined || part.startsWith('constructor:') || part === '::')
  )
    return false;
  if (
    name === 'dhcp-range' &&
    !/^(?:\d+[smhdw]?|infinite|deprecated|[a-z:,.\d-]*[:.][\w:.-]*|static|proxy|ra-\w+|slaac|off-link|(?:set|tag):.*)$/.test(
      parts.at(-1) ?? '',
    )
  )
    return false;
  if (!withAddresses.has(name)) return true;
  const addresses = parts.filter((part) => !/\.[a-z][a-z0-9-]*\.?$/i.test(part));
  return addresses.every(
    (part) => !/^\d+\.[\d.]*\d/.test(part) || /[a-z]{2,}/i.test(part.replace(/[@#].*$/, '')) === false,
  )
    ? addresses.every(
        (part) => !/^\d+\.\d+\./.test(part) || readAddress(part.replace(/[@#].*$/, '')) !== undefined,
      )
    : false;
}

function isServer(text: string): boolean {
  if (/^[^/].*\//.test(text)) return false;
  if (/^\/.*\/#?$/.test(text)) return true;
  const address = text.replace(/^\/.*\//, '').replace(/[@#].*$/, '');
  return (
    address === '' || address === '#' || readAddress(address) !== undefined || /^[a-z][\w.-]*$/i.test(address)
  );
}
