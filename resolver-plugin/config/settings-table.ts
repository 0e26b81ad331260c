import { settingNames, settingsSchema } from './settings.ts';

/** The documentation's table of settings, in Markdown. */
export function settingsTable(): string {
  const rows = settingNames.map((name) => {
    const schema = settingsSchema.shape[name];
    const { data: fallback }: { data?: unknown } = schema.safeParse(undefined);
    return `| \`${name}\` | ${shown(fallback)} | ${schema.description ?? ''} |`;
  });
  return ['| setting | default | |', '|---|---|---|', ...rows].join('\n');
}

function shown(value: unknown): string {
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return '';
  if (Array.isArray(value)) return `\`${value.join(',')}\``;
  if (typeof value === 'object' && value !== null && 'host' in value && 'port' in value) {
    return `\`${value.host}:${value.port}\``;
  }
  return `\`${value}\``;
}
