import type { SecondFactorStore } from '../../../ports/accounts/second-factors.ts';
import type { SecretBox } from '../access/secret-box.ts';
import { secretBytes } from './totp.ts';

type Box = Pick<SecretBox, 'seal' | 'open'>;

/**
 * Keeps the secrets of authenticator apps sealed, each for its person, so that who reads the database has no codes. What was sealed
 * with another secret of the installation is as good as none: recovery codes go on, and an owner can take the app away.
 */
export function sealedSecondFactors(store: SecondFactorStore, box: Box): SecondFactorStore {
  /** What is stored of a secret that was given out by `secrets`; two seals of one secret differ. */
  const storedOf = async (personId: number, which: 'inForce' | 'offered', secret: Buffer) => {
    const stored = (await store.secrets(personId))[which];
    return stored !== null && open(personId, stored, box)?.equals(secret) === true ? stored : undefined;
  };
  return {
    find: (personId) => store.find(personId),
    offer: (personId, secret) => store.offer(personId, seal(personId, secret, box)),
    secrets: async (personId) => {
      const { inForce, offered } = await store.secrets(personId);
      return { inForce: opened(personId, inForce, box), offered: opened(personId, offered, box) };
    },
    confirm: async (personId, change) => {
      const secret = await storedOf(personId, 'offered', change.secret);
      return secret !== undefined && (await store.confirm(personId, { ...change, secret }));
    },
    useStep: async (personId, secret, step) => {
      const stored = await storedOf(personId, 'inForce', secret);
      return stored !== undefined && (await store.useStep(personId, stored, step));
    },
    useRecoveryCode: (personId, hash) => store.useRecoveryCode(personId, hash),
    replaceRecoveryCodes: (personId, hashes) => store.replaceRecoveryCodes(personId, hashes),
    remove: (personId) => store.remove(personId),
    unsealed: (bytes) => store.unsealed(bytes),
    reseal: (personId, before, after) => store.reseal(personId, before, after),
  };
}

/** Seals the secrets that were stored before secrets were sealed. Returns how many those were. */
export async function sealOldSecrets(
  store: Pick<SecondFactorStore, 'unsealed' | 'reseal'>,
  box: Box,
): Promise<number> {
  let count = 0;
  for (const { personId, secret } of await store.unsealed(secretBytes)) {
    // Several collectors may start at once: the first of them replaces it.
    if (await store.reseal(personId, secret, seal(personId, secret, box))) count++;
  }
  return count;
}

function seal(personId: number, secret: Buffer, box: Box): Buffer {
  return Buffer.from(box.seal(sealedFor(personId), secret.toString('base64')));
}

function opened(personId: number, stored: Buffer | null, box: Box): Buffer | null {
  return stored === null ? null : (open(personId, stored, box) ?? null);
}

function open(personId: number, stored: Buffer, box: Box): Buffer | undefined {
  // A collector of the version before may have stored one while this one ran; what is sealed is longer.
  if (stored.length === secretBytes) return stored;
  const text = box.open(sealedFor(personId), stored.toString('latin1'));
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}

function sealedFor(personId: number): string {
  return `authenticator app of person ${personId}`;
}
