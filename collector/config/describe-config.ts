import type { LoadedConfig, Source } from './load-config.ts';
import type { Setting } from './setting.ts';
import { type SettingName, settings } from './settings.ts';

export interface DescribedSetting {
  readonly name: string;
  readonly env: string;
  /** As it may be shown: secrets are hidden. */
  readonly value: string | null;
  readonly source: Source;
}

/** The settings in force, as they may be shown to anyone. */
export function describeConfig({ sources, texts }: LoadedConfig): DescribedSetting[] {
  return (Object.entries(settings) as [SettingName, Setting<unknown>][]).map(([name, setting]) => ({
    name,
    env: setting.env,
    value: shown(setting, texts[name]),
    source: sources[name],
  }));
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
