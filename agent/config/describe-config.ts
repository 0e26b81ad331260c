import type { LoadedConfig } from './load-config.ts';
import { environmentName, flagName, type SettingName, setting, settingNames } from './settings.ts';

/** The value as it may be shown: secrets only as being set. */
export function shownValue(name: SettingName, value: unknown): unknown {
  if (setting(name).secret && value !== undefined) return '(set, not shown)';
  return value ?? null;
}

/** All values as they may be shown, for programs. */
export function shownConfig(loaded: LoadedConfig): Record<string, unknown> {
  return Object.fromEntries(settingNames.map((name) => [name, shownValue(name, loaded.config[name])]));
}

/** All values as they may be shown with where they came from, a line each, for people. */
export function describeConfig(loaded: LoadedConfig): string {
  const width = Math.max(...settingNames.map((name) => name.length));
  const lines = settingNames.map((name) => {
    const shown = shownValue(name, loaded.config[name]);
    const text = Array.isArray(shown) ? shown.join(', ') || '(none)' : String(shown ?? '(none)');
    const origin = loaded.origins[name];
    return `  ${name.padEnd(width)}  ${text}${origin === 'default' ? '' : `   [${origin}]`}`;
  });
  return lines.join('\n');
}

/** The documentation's table of settings, in Markdown. */
export function settingsTable(): string {
  const rows = settingNames.map((name) => {
    const { default: fallback, help, secret, reloadable, list } = setting(name);
    const value = Array.isArray(fallback) ? fallback.join(', ') : String(fallback ?? '');
    const notes = [list && 'repeatable', secret && 'secret', reloadable && 'SIGHUP']
      .filter(Boolean)
      .join(', ');
    return `| \`${name}\` | \`${environmentName(name)}\` | \`${flagName(name)}\` | ${value} | ${help} | ${notes} |`;
  });
  return [
    '| setting | environment | flag | default | meaning | notes |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
