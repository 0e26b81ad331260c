import { type LineEntry, readLines } from '../lines/read-lines.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { Includes } from '../model/includes.ts';
import type { Word } from '../model/source.ts';
import { isNewer, refuseNewer } from '../model/versions.ts';
import { isRecursorYaml, judgeRecursorYaml } from './judge-recursor-yaml.ts';
import { judgeSecurity, manuals, type Program } from './judge-security.ts';
import { laterSettings } from './later-settings.ts';
import { recursorTable } from './recursor-options.ts';
import { serverTable } from './server-options.ts';

const tables = {
  powerdns: readTable(serverTable, 'powerdns'),
  'pdns-recursor': readTable(recursorTable, 'pdns-recursor'),
} as const;
/** Settings of the server's modules, which it lists only if they are loaded. */
const ofBackends =
  /^(bind|gmysql|gpgsql|gsqlite3|godbc|lmdb|ldap|pipe|remote|geoip|lua2|tinydns|opendbx|random)-([a-z0-9-]+)$/;
/** Those of the module that reads the files of BIND, which the server always has. */
const ofBind = new Set(
  `check-interval config dnssec-db dnssec-db-journal-mode hybrid ignore-broken-records autoprimary-config autoprimary-destdir autoprimaries
  supermaster-config supermaster-destdir supermasters`.split(/\s+/),
);
/** Settings without a value of their own: to these nothing is added before they are set. */
const empty: Readonly<Record<Program, ReadonlySet<string>>> = {
  powerdns: new Set(
    `ignore-unknown-settings also-notify api-key carbon-ourname carbon-server chroot config-name default-publish-cdnskey default-publish-cds
    default-soa-edit default-soa-edit-signed default-zsk-algorithm domain-metadata-cache-ttl edns-cookie-secret forward-notify include-dir
    launch load-modules logging-facility lua-axfr-script lua-dnsupdate-policy-script lua-prequery-script max-signature-cache-entries
    proxy-protocol-from server-id setgid setuid socket-dir tcp-control-address tcp-control-secret trusted-notification-proxy
    webserver-password`.split(/\s+/),
  ),
  'pdns-recursor': new Set(
    `ignore-unknown-settings allow-from-file allow-notify-for allow-notify-for-file allow-notify-from allow-notify-from-file api-config-dir
    api-key auth-zones carbon-ourname carbon-server chroot config-name cpu-map dns64-prefix dont-throttle-names dont-throttle-netmasks
    dot-to-auth-names ecs-scope-zero-address edns-padding-from edns-subnet-allow-list edns-subnet-whitelist export-etc-hosts-search-suffix
    forward-zones forward-zones-file forward-zones-recurse hint-file include-dir logging-facility lua-config-file lua-dns-script
    protobuf-use-kernel-timestamp proxy-protocol-from public-suffix-list-file quiet server-id setgid setuid snmp-daemon-socket
    snmp-master-socket socket-dir socket-group socket-mode socket-owner webserver-password x-dnssec-names`.split(
      /\s+/,
    ),
  ),
};

/** Those that come with the server, or came with it once. */
const backends = new Set(
  'bind geoip gmysql godbc gpgsql gsqlite3 ldap lmdb lua lua2 mydns opendbx pipe random remote tinydns'.split(
    ' ',
  ),
);

/** Where random numbers may come from. */
const randomSources = new Set(['auto', 'sodium', 'openssl', 'getrandom', 'arc4random', 'urandom']);

/** Tells whether a setting may be one of a module: of one that is launched, if the configuration tells which are. */
function isOfBackend(name: string, launched: ReadonlyMap<string, string>): boolean {
  const [, module = '', rest = ''] = ofBackends.exec(name) ?? [];
  const alias = launched.get(module);
  if (module === '' || (alias === undefined && launched.size > 0)) return false;
  const setting =
    alias === undefined || alias === ''
      ? rest
      : rest.startsWith(`${alias}-`)
        ? rest.slice(alias.length + 1)
        : '';
  return setting !== '' && (module !== 'bind' || ofBind.has(setting));
}

/** A backend is named alone, or with a name of its own behind a colon. */
function checkBackends(value: Word, rule: string, findings: Findings): void {
  const unknown = value.text
    .split(/[,\s]+/)
    .map((backend) => backend.replace(/:.*$/, ''))
    .find((backend) => backend !== '' && !backends.has(backend));
  if (unknown === undefined) return;
  findings.refuse({
    code: 'undefined_reference',
    at: value,
    message: 'No backend of this name comes with the server.',
    rule,
    suggestion: findings.instead(unknown, backends),
  });
}

function readTable(table: string, program: Program): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const line of table.split('\n')) {
    const [type = '', names = ''] = line.split(' | ');
    for (const name of names.split(' ')) if (name !== '') settings.set(name, type);
  }
  for (const name of Object.values(laterSettings[program]).join(' ').split(' ')) settings.set(name, 'text');
  return settings;
}

export const judgePowerdns = (files: ConfigurationFiles, findings: Findings, version: string | null) =>
  judge('powerdns', files, findings, version);
export const judgeRecursor = (files: ConfigurationFiles, findings: Findings, version: string | null) =>
  isRecursorYaml(files.main)
    ? judgeRecursorYaml(files, findings)
    : judge('pdns-recursor', files, findings, version);

/** The versions that settings came with. */
const since = new Map(
  Object.values(laterSettings).flatMap((versions) =>
    Object.entries(versions).flatMap(([version, names]) =>
      names.split(' ').map((name) => [name, version] as const),
    ),
  ),
);

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

function judge(
  program: Program,
  files: ConfigurationFiles,
  findings: Findings,
  version: string | null,
): void {
  const manual = manuals[program];
  const entries = readAll(files, new Includes(files, findings, `${manual}, include-dir`));
  const known = tables[program];
  const set = new Map<string, LineEntry>();
  const wordsOf = (setting: string) =>
    entries
      .flatMap(({ name, value }) => (name.text === setting ? (value?.text.split(/[,\s]+/) ?? []) : []))
      .filter((word) => word !== '');
  const ignored = new Set(wordsOf('ignore-unknown-settings').filter((word) => !known.has(word)));
  const launched = new Map(
    wordsOf('launch').map((word) => [word.replace(/:.*$/, ''), word.replace(/^[^:]*:?/, '')]),
  );
  for (const entry of entries) {
    const { name, value } = entry;
    const type = known.get(name.text);
    // A line that begins with its equals sign sets nothing.
    if ((name.text === '' && !name.quoted) || ignored.has(name.text)) continue;
    if (type === undefined && !(program === 'powerdns' && isOfBackend(name.text, launched))) {
      findings.refuse({
        code: 'unknown_option',
        at: name,
        message: 'There is no setting of this name.',
        rule: manual,
        suggestion: findings.instead(name.text, known),
      });
      continue;
    }
    if (isNewer(since.get(name.text), version))
      refuseNewer(name, name.text, since.get(name.text)!, manual, findings);
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
      // Most are looked at when the server has begun; this one is before.
      const refused = name.text === 'loglevel' && program === 'powerdns' && !/^\s*[+-]?\d/.test(value.text);
      findings.add({
        code: 'wrong_type',
        severity: 'high',
        refused,
        at: value,
        message: `${called} takes ${meaning}; the server stops, or takes it for off.`,
        rule,
        suggestion: `Write ${meaning}.`,
      });
    }
    if (program === 'powerdns' && name.text === 'launch' && value !== undefined)
      checkBackends(value, rule, findings);
    if (program === 'powerdns' && name.text === 'logging-facility' && !/^\d*$/.test(value?.text ?? '')) {
      findings.refuse({
        code: 'wrong_type',
        at: value ?? name,
        message: 'logging-facility takes the number of a local facility.',
        rule,
        suggestion: 'Write 0 for local0.',
      });
    }
    if (program === 'powerdns' && name.text === 'rng' && !randomSources.has(value?.text ?? '')) {
      findings.refuse({
        code: 'wrong_type',
        at: value ?? name,
        message: `rng takes ${[...randomSources].join(', ')}.`,
        rule,
        suggestion: 'Write auto.',
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
    if (first === undefined && entry.adds && empty[program].has(name.text)) {
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
  'enable-lua-records',
  'resolver',
  'security-poll-suffix',
  'daemon',
  'chroot',
  'webserver',
  'xfr-cycle-interval',
  'log-timestamp',
  'snmp-agent',
]);
