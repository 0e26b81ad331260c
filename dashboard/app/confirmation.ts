import { signal } from '@preact/signals';
import { SondeError } from '@sonde/client/sonde-error.ts';
import { api } from './api.ts';
import { answerByPasskey } from './passkeys.ts';

/** The confirmation is what waits until the person has proved the identity again: one action, or several. */
export const confirmation = signal<
  { readonly agreed: Promise<boolean>; done(confirmed: boolean): void } | undefined
>(undefined);

/**
 * Does what may ask for the password again: keys, tiers and deletions do after ten minutes. It is then asked for, and the
 * work repeated; the refusal stands if the person declines.
 */
export async function confirmed<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SondeError) || error.code !== 'confirmation_required') throw error;
    if (!(await askAgain())) throw error;
    return work();
  }
}

/** Asks the person to prove the identity again, once for all that wait for it. False if that is declined. */
export async function askAgain(): Promise<boolean> {
  if (confirmation.value === undefined) {
    const { promise: agreed, resolve } = Promise.withResolvers<boolean>();
    const done = (isConfirmed: boolean): void => {
      confirmation.value = undefined;
      resolve(isConfirmed);
    };
    confirmation.value = { agreed, done };
  }
  return await confirmation.value.agreed;
}

/** Confirms the person's identity by a passkey. */
export async function confirmByPasskey(): Promise<void> {
  const answer = await answerByPasskey(await api.call('POST /api/auth/session/confirm/passkey/options'));
  await api.call('POST /api/auth/session/confirm/passkey', { body: answer });
  confirmation.value?.done(true);
}

export async function confirmPassword(password: string): Promise<void> {
  await api.call('POST /api/auth/session/confirm', { body: { password } });
  confirmation.value?.done(true);
}
