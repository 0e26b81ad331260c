import type { LineEntry } from '../lines/read-lines.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { Includes } from '../model/includes.ts';
import type { Source, Span } from '../model/source.ts';
import { judgeSecurity } from './judge-security.ts';
import { type DnsmasqOption, dnsmasqOptions } from './options.ts';
import { type DnsmasqLine, readDnsmasqLines } from './read-lines.ts';
import { addressesOfHost } from './values/dhcp.ts';
import { aliasesOf } from './values/dns.ts';

const manual = 'dnsmasq(8)';

/** Judges a dnsmasq.conf with what it includes. */
export function judgeDnsmasq(files: ConfigurationFiles, findings: Findings, _version: string | null): void {
  const check = new DnsmasqCheck(files, findings);
  check.read(files.main, 0);
  check.together();
  judgeSecurity(check.entries, findings);
}

class DnsmasqCheck {
  readonly entries: LineEntry[] = [];
  readonly #findings: Findings;
  /** What aliases stand for. */
  readonly #aliases = new Map<string, { readonly target: string; readonly at: LineEntry }>();
  readonly #addresses = new Set<string>();
  readonly #includes: Includes;

  constructor(files: ConfigurationFiles, findings: Findings) {
    this.#includes = new Includes(files, findings, manual);
    this.#findings = findings;
  }

  read(source: Source, depth: number): void {
    const seen = new Set<DnsmasqOption>();
    for (const line of readDnsmasqLines(source, this.#findings, manual)) {
      const option = dnsmasqOptions.get(line.name.text);
      if (option === undefined) {
        const advice = this.#findings.instead(line.name.text, dnsmasqOptions);
        this.#refuse('unknown_option', line.name, 'There is no option of this name.', advice);
        continue;
      }
      const { name } = option;
      if (seen.has(option) && !option.many) {
        this.#refuse('duplicate_option', line.name, `${name} stands once in a file.`, 'Remove one of them.');
      }
      seen.add(option);
      this.#value(line, option);
      if (name === 'cname') this.#alias(line);
      if (name === 'dhcp-host') this.#host(line);
      this.entries.push(line);
      if (name === 'conf-file' || name === 'servers-file' || name === 'conf-dir') this.#include(line, depth);
    }
  }

  #value({ name, value, written }: DnsmasqLine, option: DnsmasqOption): void {
    const { form } = option;
    if (written === undefined) {
      if (option.value === 'one')
        this.#refuse('missing_value', name, `${option.name} needs a value.`, 'Add it.');
    } else if (option.value === 'none') {
      this.#refuse('wrong_type', value!, `${option.name} has no value.`, 'Remove the value.', option.name);
    } else if (!form.fits(written)) {
      this.#refuse('wrong_type', value!, `${option.name} takes ${form.meaning}.`, `Write ${form.meaning}.`);
    }
  }

  /** Of an alias there is one target. */
  #alias(line: DnsmasqLine): void {
    const read = aliasesOf(line.written ?? '');
    for (const alias of read?.aliases ?? []) {
      if (alias === '') continue;
      if (this.#aliases.has(alias))
        this.#refuse(
          'duplicate_name',
          line.value!,
          'There is an alias of that name already.',
          'Remove one of them.',
        );
      else this.#aliases.set(alias, { target: read!.target, at: line });
    }
  }

  /** An address is given to one client. */
  #host(line: DnsmasqLine): void {
    for (const address of new Set(addressesOfHost(line.written ?? ''))) {
      if (this.#addresses.has(address))
        this.#refuse(
          'duplicate_address',
          line.value!,
          'Another dhcp-host has this address.',
          'Give it another one.',
        );
      this.#addresses.add(address);
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

  /** Judges what no line is wrong in by itself. */
  together(): void {
    this.#circles();
    const find = (name: string) => this.entries.findLast((entry) => entry.name.text === name);
    const files = this.entries.filter(({ name }) => name.text === 'resolv-file');
    const fromFile = this.entries.find(({ name, value }) => name.text === 'domain' && value?.text === '#');
    if (files.length > 1 && (find('no-poll') ?? fromFile) !== undefined && find('no-resolv') === undefined)
      this.#refuse(
        'contradiction',
        files[1]!,
        'There is one resolv-file if it is not looked at again, or the domain is read from it.',
        'Keep one of them.',
      );
    const qualified = find('dhcp-fqdn');
    const hasDomain = this.entries.some(
      ({ name, value }) => name.text === 'domain' && !(value?.text ?? ',').includes(','),
    );
    if (qualified !== undefined && !hasDomain)
      this.#refuse(
        'contradiction',
        qualified,
        'dhcp-fqdn needs a domain for all clients.',
        'Add domain.',
        'domain=lan.example',
      );
  }

  /** Aliases of aliases come to an end. */
  #circles(): void {
    const judged = new Set<string>();
    for (const [start, { at }] of this.#aliases) {
      const path = new Set<string>();
      let name: string | undefined = start;
      while (name !== undefined && !judged.has(name) && !path.has(name)) {
        path.add(name);
        name = this.#aliases.get(name)?.target;
      }
      if (name !== undefined && path.has(name))
        this.#refuse('alias_loop', at.value!, 'Aliases stand for each other.', 'Mend the circle.');
      for (const one of path) judged.add(one);
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
