import manifest from '../package.json' with { type: 'json' };

/** Returns the agent's version, from its package. */
export function agentVersion(): string {
  return manifest.version;
}

/** Returns name and version, as the agent calls itself to collectors. */
export function agentSoftware(): string {
  return `sonde-agent/${agentVersion()}`;
}
