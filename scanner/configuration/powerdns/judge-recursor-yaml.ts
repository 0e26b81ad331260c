import type { Severity } from '@sonde/shared/schemas/severity.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { Includes } from '../model/includes.ts';
import { isPublicAddress, listensTo, reachOfNetmasks } from '../model/netmasks.ts';
import type { Source, Span } from '../model/source.ts';
import { checkShape } from '../yaml/check-shape.ts';
import {
  entryAt,
  isNull,
  isOn,
  mapsOf,
  scalarsOf,
  textOf,
  type YamlEntry,
  type YamlMap,
} from '../yaml/nodes.ts';
import { isSection, readYaml } from '../yaml/read-yaml.ts';
import { readShapes } from '../yaml/shapes.ts';
import { recursorShapeTable } from './recursor-shape.ts';

const manual = 'PowerDNS Recursor YAML Settings';
const shape = readShapes(recursorShapeTable);
const manner = { manual, refusesUnknown: true, booleans: /^(?:true|false)$/i };

/** Ports that an attacker has to guess among, at least (RFC 5452). */
const fewestPorts = 10_000;
const shortestSecret = 16;

const sectionLine = new RegExp(`^(?:${[...shape.members.keys()].join('|')})[ \\t]*:(?:\\s|$)`, 'm');

/** Tells whether a configuration of the recursor is of the form that came with 5.0. */
export function isRecursorYaml({ name, text }: Source): boolean {
  return /\.ya?ml$/i.test(name) || (sectionLine.test(text) && !/^[a-z0-9-]+\+?=/m.test(text));
}

/** Judges a recursor.yml. */
export function judgeRecursorYaml(files: ConfigurationFiles, findings: Findings): void {
  const root = readYaml(files.main, findings, manual);
  if (root === undefined) return;
  checkShape(root, shape, manner, findings);
  if (!isSection(root)) return;
  const folder = entryAt(root, 'recursor', 'include_dir')?.value;
  if (folder?.kind === 'scalar' && !isNull(folder)) {
    const includes = new Includes(files, findings, `${manual}, recursor.include_dir`);
    for (const source of includes.follow(folder, 0, 'directory')) {
      if (!/[^/.][^/]*\.yml$/.test(source.name)) continue;
      const included = readYaml(source, findings, manual);
      if (included === undefined) continue;
      checkShape(included, shape, manner, findings);
      if (isSection(included)) new RecursorJudge(included, findings).judge();
    }
  }
  new RecursorJudge(root, findings).judge();
}

class RecursorJudge {
  readonly #root: YamlMap;
  readonly #findings: Findings;

  constructor(root: YamlMap, findings: Findings) {
    this.#root = root;
    this.#findings = findings;
  }

  judge(): void {
    this.#whoMayAsk();
    this.#validation();
    this.#webServer();
    this.#outgoing();
    for (const name of ['forward_zones', 'forward_zones_recurse'])
      for (const zone of mapsOf(this.#at('recursor', name))) this.#forward(zone);
    const transfers = [
      ...mapsOf(this.#at('recursor', 'rpzs')),
      ...mapsOf(this.#at('recordcache', 'zonetocaches')),
    ];
    for (const one of transfers) this.#key(one);
    for (const name of ['setuid', 'setgid']) {
      const entry = this.#at('recursor', name);
      if (/^(?:root|0)$/.test(textOf(entry) ?? ''))
        this.#say('privileges_kept', 'high', entry!, 'The server keeps the rights of root.', [
          `${manual}, recursor.${name}`,
          'Name a user of its own.',
          `recursor:\n  ${name}: pdns-recursor`,
        ]);
    }
  }

  #whoMayAsk(): void {
    const allow = this.#at('incoming', 'allow_from');
    const listen = scalarsOf(this.#at('incoming', 'listen')?.value);
    const isLocal = listen.length > 0 && listen.every(({ text }) => listensTo(text) === 'machine');
    const isByFile = (textOf(this.#at('incoming', 'allow_from_file')) ?? '') !== '';
    if (allow !== undefined && !isLocal && !isByFile && allow.value.kind === 'list') {
      const texts = scalarsOf(allow.value).map(({ text }) => text);
      if (texts.length === 0 || reachOfNetmasks(texts) === 'anyone') {
        const message =
          'Anybody on the Internet may have names resolved: the server can be abused for amplification attacks.';
        this.#say('open_recursion', 'critical', allow, message, [
          `${manual}, incoming.allow_from; RFC 5358`,
          'Name your own networks only.',
          'incoming:\n  allow_from:\n    - 127.0.0.0/8\n    - 10.0.0.0/8',
        ]);
      }
    }
    const proxies = this.#at('incoming', 'proxy_protocol_from');
    if (this.#isOpen(proxies))
      this.#say(
        'trusts_any_proxy',
        'high',
        proxies!,
        'Anybody may say to be any client: every sender is believed as a proxy.',
        [`${manual}, incoming.proxy_protocol_from`, 'Name your proxies only.'],
      );
  }

  #validation(): void {
    const entry = this.#at('dnssec', 'validation');
    const mode = textOf(entry);
    if (mode !== undefined && !/^(?:off|process-no-validate|process|log-fail|validate)$/.test(mode)) {
      this.#findings.refuse({
        code: 'wrong_type',
        at: entry!.value,
        message: 'There is no such mode of validation.',
        rule: `${manual}, dnssec.validation`,
        suggestion: 'Write off, process-no-validate, process, log-fail or validate.',
      });
    }
    const root = mapsOf(this.#at('dnssec', 'negative_trustanchors')).find(
      (one) => textOf(entryAt(one, 'name')) === '.',
    );
    const weak = mode === 'off' || mode === 'process-no-validate' ? entry : root;
    if (weak !== undefined)
      this.#say('validation_off', 'high', weak, 'Answers are not validated by DNSSEC.', [
        'RFC 9364',
        'Validate all of them.',
        'dnssec:\n  validation: validate',
      ]);
  }

  #webServer(): void {
    const web = this.#at('webservice', 'webserver');
    const password = this.#at('webservice', 'password');
    const key = this.#at('webservice', 'api_key');
    for (const entry of [password, key]) {
      const secret = textOf(entry) ?? '';
      if (secret !== '' && secret.length < shortestSecret)
        this.#say(
          'short_secret',
          'medium',
          entry!,
          `The secret has fewer than ${shortestSecret} characters.`,
          [`${manual}, webservice.${entry!.name.text}`, 'Set a long random one.'],
        );
    }
    if (!isOn(web)) return;
    if ([password, key].every((entry) => (textOf(entry) ?? '') === ''))
      this.#say('control_without_key', 'high', web!, 'The web server has neither a password nor a key.', [
        `${manual}, webservice.api_key`,
        'Set a long random api_key and password.',
      ]);
    const address = this.#at('webservice', 'address');
    if (textOf(address) !== undefined && listensTo(textOf(address)!) !== 'machine')
      this.#say(
        'control_beyond_loopback',
        'medium',
        address!,
        'The web server listens beyond this machine.',
        [`${manual}, webservice.address`, 'Let it listen on loopback.', 'webservice:\n  address: 127.0.0.1'],
      );
    const allow = this.#at('webservice', 'allow_from');
    if (this.#isOpen(allow))
      this.#say('control_open', 'high', allow!, 'Anybody reaches the web server and the API.', [
        `${manual}, webservice.allow_from`,
        'Name your own networks only.',
        'webservice:\n  allow_from: [127.0.0.1, "::1"]',
      ]);
  }

  #outgoing(): void {
    const least = this.#at('outgoing', 'udp_source_port_min');
    const most = this.#at('outgoing', 'udp_source_port_max');
    const ports = Number(textOf(most) ?? 65_535) - Number(textOf(least) ?? 1_024) + 1;
    const single = this.#at('outgoing', 'single_socket');
    const at = isOn(single) ? single : ports < fewestPorts ? (most ?? least) : undefined;
    if (at !== undefined)
      this.#say(
        'fixed_source_port',
        'high',
        at,
        'Questions leave from few ports: answers to them are easily forged.',
        ['RFC 5452 section 9.2', 'Leave the ports to the server.'],
      );
  }

  #forward(zone: YamlMap): void {
    const clear = scalarsOf(entryAt(zone, 'forwarders')?.value).find(
      ({ text }) => isPublicAddress(text) && !/:853$/.test(text),
    );
    if (clear !== undefined && textOf(entryAt(zone, 'zone')) === '.')
      this.#say(
        'forwarders_in_clear',
        'info',
        clear,
        'Questions are forwarded over the Internet without encryption.',
        ['RFC 7858; RFC 9076', 'Forward to port 853.', 'forwarders:\n  - 192.0.2.1:853'],
      );
  }

  #key(transfer: YamlMap): void {
    const algorithm = entryAt(transfer, 'tsig', 'algo');
    if (/^hmac-(?:md5|sha1)\b/i.test(textOf(algorithm) ?? ''))
      this.#say(
        'weak_tsig_algorithm',
        'high',
        algorithm!,
        'The algorithm of the key is not to be used any more.',
        ['RFC 8945 section 6', 'Make a key for hmac-sha256.', 'algo: hmac-sha256'],
      );
  }

  #isOpen(entry: YamlEntry | undefined): boolean {
    return reachOfNetmasks(scalarsOf(entry?.value).map(({ text }) => text)) === 'anyone';
  }

  #at(section: string, name: string): YamlEntry | undefined {
    return entryAt(this.#root, section, name);
  }

  #say(
    code: string,
    severity: Severity,
    at: Span,
    message: string,
    [rule, suggestion, snippet]: readonly [string, string, string?],
  ): void {
    this.#findings.say(code, severity, at, message, rule, suggestion, snippet);
  }
}
