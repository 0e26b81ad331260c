import { readFileSync } from 'node:fs';

/** The agent's version, from its package. */
export function agentVersion(): string {
  const content: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const version =
    typeof content === 'object' && content !== null && 'version' in content ? content.version : undefined;
  return typeof version === 'string' ? version : '0.0.0';
}
