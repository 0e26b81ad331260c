import type { Account } from '../../ports/accounts/accounts.ts';
import type { CredentialStore } from '../../ports/accounts/credentials.ts';
import { Conflict } from '../errors.ts';
import type { PasswordHasher } from './password-hash.ts';
import type { Tokens } from './tokens.ts';

export interface RegisterPorts {
  readonly credentials: Pick<CredentialStore, 'register'>;
  readonly passwords: Pick<PasswordHasher, 'hash'>;
  readonly tokens: Pick<Tokens, 'issue'>;
}

export interface Registration {
  readonly email: string;
  readonly password: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

/** Makes an account of the free tier and logs it in. One e-mail address has one account, whatever happens at once. */
export async function register(
  { email, password, firstName, lastName }: Registration,
  ports: RegisterPorts,
): Promise<{ account: Account; token: string }> {
  const passwordHash = await ports.passwords.hash(password);
  const account = await ports.credentials.register({ email, firstName, lastName, passwordHash });
  if (account === undefined) throw new Conflict('This e-mail address has an account already.');
  return { account, token: await ports.tokens.issue(account.id) };
}
