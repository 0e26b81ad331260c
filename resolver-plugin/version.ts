import manifest from './package.json' with { type: 'json' };

/** The plugin's version, from its package. */
export function pluginVersion(): string {
  return manifest.version;
}
