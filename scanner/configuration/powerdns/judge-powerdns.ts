import { type LineEntry, readLines } from '../lines/read-lines.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { Includes } from '../model/includes.ts';
import { reachOfNetmasks } from '../model/netmasks.ts';
import { isLoopback, readRange } from '../model/reach.ts';
import type { Span } from '../model/source.ts';
import { isRecursorYaml, judgeRecursorYaml } from './judge-recursor-yaml.ts';
import { recursorTable } from './recursor-options.ts';
import { serverTable } from './server-options.ts';

type Program = 'powerdns' | 'pdns-recursor';

const manuals = {
  powerdns: 'PowerDNS Authoritative Server Settings',
  'pdns-recursor': 'PowerDNS Recursor Settings',
} as const;

const tables = { powerdns: readTable(serverTable), 'pdns-recursor': readTable(recursorTable) } as const;
/** Settings of the server's modules, which it lists only if they are loaded. */
const ofBackends =
  /^(?:bind|gmysql|gpgsql|gsqlite3|godbc|lmdb|ldap|pipe|remote|geoip|lua2|tinydns|opendbx|random)(?:-[a-z0-9]+)?(?:-[a-z0-9-]+)+$/;

function readTable(table: string): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const line of table.split('\n')) {
    const [type = '', names = ''] = line.split(' | ');
    for (const name of names.split(' ')) if (name !== '') settings.set(name, type);
  }
  return settings;
}

export const judgePowerdns = (files: ConfigurationFiles, findings: Findings) =>
  judge('powerdns', files, findings);
export const judgeRecursor = (files: ConfigurationFiles, findings: Findings) =>
  isRecursorYaml(files.main) ? judgeRecursorYaml(files, findings) : judge('pdns-recursor', files, findings);

/** The main file, then those of the folder that its last `include-dir` names. */
function readAll(files: ConfigurationFiles, includes: Includes): LineEntry[] {
  const entries = readLines(files.main, { continues: true });
  const folder = entries.findLast(({ name }) => name.text === 'include-dir')?.value;
  if (folder === undefined || folder.text === '') return entries;
  const sources = includes
    .follow(folder, 0, 'directory')
    .filter(({ name }) => /[^/.][^/]*\.conf$/.test(name));
  return [...entries, ...sources.flatMap((source) => readLines(source, { continues: true }))];
}

function judge(program: Program, files: ConfigurationFiles, findings: Findings): void {
  const manual = manuals[program];
  const entries = readAll(files, new Includes(files, findings, `${manual}, include-dir`));
  const known = tables[program];
  const set = new Map<string, LineEntry>();
  for (const entry of entries) {
    const { name, value } = entry;
    const type = known.get(name.text);
    if (type === undefined && !(program === 'powerdns' && ofBackends.test(name.text))) {
      findings.refuse({
        code: 'unknown_option',
        at: name,
        message: 'There is no setting of this name.',
        rule: manual,
        suggestion: findings.instead(name.text, known),
      });
      continue;
    }
    // A name of a module's setting is known by its beginning alone.
    const called = type === undefined ? 'The setting' : name.text;
    const rule = type === undefined ? manual : `${manual}, ${name.text}`;
    const isWrong =
      value !== undefined &&
      ((type === 'number' && !/^-?\d{1,18}$/.test(value.text) && value.text !== '') ||
        (type === 'boolean' &&
          !/^(?:yes|no|on|off|true|false|0|1|)$/i.test(value.text) &&
          !textual.has(name.text)));
    if (isWrong) {
      const meaning = type === 'number' ? 'a number' : 'yes or no';
      findings.add({
        code: 'wrong_type',
        severity: 'high',
        at: value,
        message: `${called} takes ${meaning}; the server stops, or takes it for off.`,
        rule,
        suggestion: `Write ${meaning}.`,
      });
    }
    const first = set.get(name.text);
    if (first !== undefined && !entry.adds) {
      const { line } = first.source.place(first.start);
      findings.add({
        code: 'duplicate_option',
        severity: 'medium',
        at: name,
        message: `${called} is set before, in line ${line}; that has no effect.`,
        rule,
        suggestion: 'Keep one of them, or add by +=.',
      });
    }
    if (first === undefined && entry.adds) {
      findings.refuse({
        code: 'undefined_reference',
        at: name,
        message: `${called} is added to, and not set before.`,
        rule,
        suggestion: 'Write = in place of +=.',
      });
    }
    set.set(name.text, entry);
  }
  if (set.size > 0) judgeSecurity(program, set, findings);
}

/** Settings with a default of yes or no that take other words too. */
const textual = new Set([
  'security-poll-suffix',
  'daemon',
  'chroot',
  'webserver',
  'xfr-cycle-interval',
  'log-timestamp',
  'snmp-agent',
]);

const yes = (entry: LineEntry | undefined) =>
  /^(?:yes|on|true|1|)$/i.test(entry?.value?.text ?? (entry === undefined ? 'no' : ''));

function judgeSecurity(program: Program, set: ReadonlyMap<string, LineEntry>, findings: Findings): void {
  const manual = manuals[program];
  const add = (
    code: string,
    severity: 'low' | 'medium' | 'high' | 'critical' | 'info',
    at: Span,
    [message, rule, suggestion, snippet]: readonly [string, string, string, string?],
  ) => findings.add({ code, severity, at, message, rule, suggestion, snippet });
  const isOpen = (name: string) => {
    const texts = (set.get(name)?.value?.text ?? '').split(/[\s,]+/).filter((text) => text !== '');
    // Of an empty allow-from nothing is checked.
    if (name === 'allow-from' && texts.length === 0)
      return (set.get('allow-from-file')?.value?.text ?? '') === '';
    return reachOfNetmasks(texts) === 'anyone';
  };
  const openings: readonly (readonly [
    string,
    Program,
    string,
    'medium' | 'high' | 'critical',
    string,
    string,
  ])[] = [
    [
      'allow-from',
      'pdns-recursor',
      'open_recursion',
      'critical',
      'Anybody on the Internet may have names resolved: the server can be abused for amplification attacks.',
      'allow-from=127.0.0.0/8, 10.0.0.0/8',
    ],
    [
      'allow-axfr-ips',
      'powerdns',
      'open_transfer',
      'high',
      'Anybody may copy whole zones.',
      'allow-axfr-ips=127.0.0.0/8,::1',
    ],
    [
      'allow-dnsupdate-from',
      'powerdns',
      'open_update',
      'critical',
      'Anybody may change zones.',
      'allow-dnsupdate-from=127.0.0.0/8,::1',
    ],
    [
      'webserver-allow-from',
      program,
      'control_open',
      'high',
      'Anybody reaches the web server and the API.',
      'webserver-allow-from=127.0.0.1,::1',
    ],
  ];
  for (const [name, whose, code, severity, message, snippet] of openings) {
    const entry = set.get(name);
    if (whose !== program || entry === undefined || !isOpen(name)) continue;
    if (name === 'allow-dnsupdate-from' && !yes(set.get('dnsupdate'))) continue;
    add(code, severity, entry, [message, `${manual}, ${name}`, 'Name your own networks only.', snippet]);
  }
  if (yes(set.get('disable-axfr')) && set.has('allow-axfr-ips')) {
    add('contradiction', 'low', set.get('allow-axfr-ips')!, [
      'allow-axfr-ips has no effect, since transfers are off.',
      `${manual}, disable-axfr`,
      'Remove one of them.',
    ]);
  }
  const api = set.get('api');
  const key = set.get('api-key');
  if (yes(api) && (key?.value?.text ?? '') === '') {
    add('control_without_key', 'high', api!, [
      'The API has no key.',
      `${manual}, api-key`,
      'Set a long random api-key.',
    ]);
  } else if (key !== undefined && (key.value?.text ?? '').length < 16) {
    add('short_secret', 'medium', key, [
      'The key of the API has fewer than 16 characters.',
      `${manual}, api-key`,
      'Set a long random one.',
    ]);
  }
  const address = set.get('webserver-address');
  const range = readRange(address?.value?.text ?? '127.0.0.1');
  if (yes(set.get('webserver')) && range !== undefined && !isLoopback(range)) {
    add('control_beyond_loopback', 'medium', address!, [
      'The web server listens beyond this machine.',
      `${manual}, webserver-address`,
      'Let it listen on loopback.',
      'webserver-address=127.0.0.1',
    ]);
  }
  const version = set.get('version-string');
  if (
    program === 'powerdns' &&
    (version === undefined || /^(?:full|powerdns)$/i.test(version.value?.text ?? 'full'))
  ) {
    const at = version ?? [...set.values()][0]!;
    add('version_shown', 'low', at, [
      'The version of the server is told to anybody.',
      `${manual}, version-string`,
      'Tell nothing.',
      'version-string=anonymous',
    ]);
  }
  for (const name of ['setuid', 'setgid']) {
    const entry = set.get(name);
    if (entry !== undefined && /^(?:root|0|)$/.test(entry.value?.text ?? ''))
      add('privileges_kept', 'high', entry, [
        'The server keeps the rights of root.',
        `${manual}, ${name}`,
        'Name a user of its own.',
        `${name}=pdns`,
      ]);
  }
  const dnssec = set.get('dnssec');
  if (
    program === 'pdns-recursor' &&
    dnssec !== undefined &&
    /^(?:off|process-no-validate)$/i.test(dnssec.value?.text ?? '')
  ) {
    add('validation_off', 'high', dnssec, [
      'Answers are not validated by DNSSEC.',
      'RFC 9364',
      'Validate all of them.',
      'dnssec=validate',
    ]);
  }
}
