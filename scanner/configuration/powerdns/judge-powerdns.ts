import { type LineEntry, readLines } from '../lines/read-lines.ts';
import type { ConfigurationFiles } from '../model/files.ts';
import type { Findings } from '../model/findings.ts';
import { Includes } from '../model/includes.ts';
import type { Word } from '../model/source.ts';
import { isRecursorYaml, judgeRecursorYaml } from './judge-recursor-yaml.ts';
import { judgeSecurity, manuals, type Program } from './judge-security.ts';
import { recursorTable } from './recursor-options.ts';
import { serverTable } from './server-options.ts';

const tables = { powerdns: readTable(serverTable), 'pdns-recursor': readTable(recursorTable) } as const;
/** Settings of the server's modules, which it lists only if they are loaded. */
const ofBackends =
  /^(?:bind|gmysql|gpgsql|gsqlite3|godbc|lmdb|ldap|pipe|remote|geoip|lua2|tinydns|opendbx|random)-[a-z0-9-]+$/;

/** Those that come with the server, or came with it once. */
const backends = new Set(
  'bind geoip gmysql godbc gpgsql gsqlite3 ldap lmdb lua lua2 mydns opendbx pipe random remote tinydns'.split(
    ' ',
  ),
);

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
      // Most are looked at when the server has begun; this one is before.
      const refused = name.text === 'loglevel' && program === 'powerdns';
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
