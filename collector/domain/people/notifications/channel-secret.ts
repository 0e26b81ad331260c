import { InvalidInput } from '@sonde/shared/errors.ts';
import type { ChannelKind } from '@sonde/shared/schemas/notification-channel.ts';
import type { Random } from '@sonde/shared/system/random.ts';
import type { NewChannel } from '../../../ports/threats/notifications.ts';
import type { SecretBox } from '../access/secret-box.ts';
import { channelKinds } from './kinds/index.ts';
import { secretPrefix } from './sign-webhook.ts';

const madeBytes = 32;
/** Characters of a secret URL that are shown, so that two can be told apart. */
const shownEnd = 4;

/** Secrets of channels are sealed for this use. */
const sealedFor = 'notification channel';

export interface ChannelSecret {
  /** The target as it is shown. */
  readonly target: string;
  /** The secret as it is stored; null if there is none. */
  readonly sealed: string | null;
  /** Made here, to be shown once. */
  readonly made: string | null;
}

/** Makes, takes or finds the secret of a new channel. `given`: what the person who makes it says; throws an InvalidInput. */
export function secretOf(
  kind: ChannelKind,
  target: string,
  given: string | null,
  { secrets, random }: { secrets: Pick<SecretBox, 'seal'>; random: Random },
): ChannelSecret {
  const rule = kind === 'email' ? undefined : channelKinds[kind];
  const seal = (text: string) => secrets.seal(sealedFor, text);
  if (rule === undefined || rule.secret === 'made' || rule.secret === 'target') {
    if (given !== null) throw new InvalidInput('secret', 'A channel of this kind takes no secret.');
    if (rule === undefined) return { target, sealed: null, made: null };
    if (rule.secret === 'target') return { target: shortened(target), sealed: seal(target), made: null };
    const made = secretPrefix + random.bytes(madeBytes).toString('base64');
    return { target, sealed: seal(made), made };
  }
  if (given === null) {
    if (rule.secret === 'optional') return { target, sealed: null, made: null };
    throw new InvalidInput(
      'secret',
      'A channel of this kind needs a secret: the key or token of the receiver.',
    );
  }
  if (rule.secretForm?.test(given) === false)
    throw new InvalidInput('secret', 'This does not look like a key or token of this kind of receiver.');
  return { target, sealed: seal(given), made: null };
}

/** Opens the whole target and the secret of a channel; undefined if the secret can't be read any more. */
export function openSecret(
  { kind, target, secret }: Pick<NewChannel, 'kind' | 'target' | 'secret'>,
  secrets: Pick<SecretBox, 'open'>,
): { target: string; secret: string } | undefined {
  // Those of before were not sealed.
  const opened =
    secret === null || secret.startsWith(secretPrefix) ? (secret ?? '') : secrets.open(sealedFor, secret);
  if (opened === undefined) return undefined;
  const isTarget = kind !== 'email' && channelKinds[kind].secret === 'target';
  return isTarget ? { target: opened, secret: '' } : { target, secret: opened };
}

function shortened(target: string): string {
  return `${new URL(target).origin}/…${target.slice(-shownEnd)}`;
}
