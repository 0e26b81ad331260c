import { markdownTable } from '../text/markdown-table.ts';
import { textTable } from '../text/text-table.ts';
import type { LoadedSettings, Origin } from './load-settings.ts';
import type { Setting, SettingsTable } from './setting.ts';

export interface DescribedSetting {
  readonly name: string;
  readonly subject: string;
  readonly env: string;
  /** The value as it may be shown: secrets are hidden. */
  readonly value: string | null;
  readonly source: Origin;
}

/** Lists the settings in force, as they may be shown to anyone. */
export function describeSettings<Table extends SettingsTable>(
  table: Table,
  { origins, texts }: Pick<LoadedSettings<Table>, 'origins' | 'texts'>,
): DescribedSetting[] {
  return Object.entries(table).map(([name, setting]) => ({
    name,
    subject: setting.subject,
    env: setting.env,
    value: shown(setting, texts[name]),
    source: origins[name]!,
  }));
}

/** Writes the settings in force as a table for a terminal, a part for each subject. */
export function settingsAsTable(described: readonly DescribedSetting[]): string {
  const subjects = [...new Set(described.map(({ subject }) => subject))];
  const rows = subjects.flatMap((subject) => [
    [subject],
    ...described
      .filter((setting) => setting.subject === subject)
      .map(({ env, value, source }) => [`  ${env}`, value ?? '(not set)', source]),
    [],
  ]);
  return textTable([['setting', 'value', 'from'], ...rows.slice(0, -1)]);
}

/** Lists the names of settings whose values differ, separated by whether a running program takes them up. */
export function changedSettings<Table extends SettingsTable>(
  table: Table,
  before: Pick<LoadedSettings<Table>, 'config'>,
  after: Pick<LoadedSettings<Table>, 'config'>,
): { readonly taken: readonly (keyof Table)[]; readonly needRestart: readonly (keyof Table)[] } {
  const names = (Object.keys(table) as (keyof Table)[]).filter(
    (name) => JSON.stringify(before.config[name]) !== JSON.stringify(after.config[name]),
  );
  return {
    taken: names.filter((name) => table[name]!.reloadable),
    needRestart: names.filter((name) => !table[name]!.reloadable),
  };
}

/** Writes all settings for a page of the documentation: a Markdown table for each subject. */
export function settingsAsMarkdown(table: SettingsTable, heading = '##'): string {
  const all = Object.values(table);
  const subjects = [...new Set(all.map(({ subject }) => subject))];
  // Programs share declarations, and not all of them ask the collector.
  const takesSome = Object.hasOwn(table, 'settings_from_collector');
  return subjects
    .map((subject) => {
      const rows = all
        .filter((setting) => setting.subject === subject)
        .map((setting) => markdownRow(setting, takesSome));
      return `${heading} ${subject}\n\n${markdownTable(['Variable', 'Flag', 'Value', 'Default', 'What it does'], rows)}`;
    })
    .join('\n\n');
}

function markdownRow(setting: Setting<unknown>, takesSome: boolean): string[] {
  const { env, flag, type, default: fallback, help, secret, reloadable } = setting;
  const shownDefault = fallback === undefined || fallback === '' ? 'none' : `\`${fallback}\``;
  // A secret has no place on a command line.
  const shownFlag = secret === 'all' ? '' : `\`${flag}\``;
  const meaning = [
    help,
    ...(reloadable ? ['Applied on SIGHUP.'] : []),
    ...(takesSome && setting.fromCollector !== undefined ? ['Can come from the collector.'] : []),
  ].join(' ');
  return [`\`${env}\``, shownFlag, type.describe.replaceAll('|', '\\|'), shownDefault, meaning];
}

function shown(setting: Setting<unknown>, text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (setting.secret === 'all') return '(hidden)';
  return setting.secret === 'password' ? withoutPassword(text) : text;
}

/** The URL without its password, and without parameters, which may hold one too. */
function withoutPassword(text: string): string {
  const url = URL.parse(text);
  if (url === null) return '(hidden)';
  if (url.password !== '') url.password = 'hidden';
  if (url.search !== '') url.search = '?hidden';
  return url.href;
}
