import manifest from './package.json' with { type: 'json' };

/** Returns the plugin's version, from its package. */
export function pluginVersion(): string {
  return manifest.version;
}
