import type { Sink } from '../../../ports/sinks/sinks.ts';
import type { SecretBox } from '../../people/access/secret-box.ts';

/** Seals a secret for the sink's name and kind: moved to another one it opens nothing. */
export function sealSinkSecret(
  { name, kind }: Pick<Sink, 'name' | 'kind'>,
  secret: string,
  box: Pick<SecretBox, 'seal'>,
): string {
  return box.seal(`sink ${kind} ${name}`, secret);
}

/**
 * Opens a sink's secret; undefined if there is none. Throws an Error if the secret does not open: the installation's
 * secret was changed.
 */
export function openSinkSecret(
  { name, kind, sealed }: Pick<Sink, 'name' | 'kind' | 'sealed'>,
  box: Pick<SecretBox, 'open'>,
): string | undefined {
  if (sealed === null) return undefined;
  const secret = box.open(`sink ${kind} ${name}`, sealed);
  if (secret === undefined) throw new Error('The secret of the sink cannot be opened: make the sink anew.');
  return secret;
}
