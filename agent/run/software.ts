import manifest from '../package.json' with { type: 'json' };

/** Returns the agent's version, from its package. */
export function agentVersion(): string {
  return manifest.version;
}
