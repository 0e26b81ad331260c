import { SecondFactorRequired } from '@sonde/shared/errors.ts';
import type { Membership } from '../../../ports/accounts/credentials.ts';
import type { SecondFactorStore } from '../../../ports/accounts/second-factors.ts';
import type { Tickets } from './tickets.ts';

export interface AskSecondFactorPorts {
  readonly secondFactors: Pick<SecondFactorStore, 'find'>;
  readonly tickets: Pick<Tickets, 'issue'>;
}

/**
 * Asks for the second factor after the right password: throws SecondFactorRequired, with a ticket to the next step, if
 * the person has an app.
 */
export async function askSecondFactor(
  { account, person, tokenGeneration }: Membership,
  begins: 'session' | 'token',
  { secondFactors, tickets }: AskSecondFactorPorts,
): Promise<void> {
  if ((await secondFactors.find(person.id)).appSince === null) return;
  const whom = { accountId: account.id, personId: person.id, generation: tokenGeneration };
  throw new SecondFactorRequired(tickets.issue('second_factor', { ...whom, begins }));
}
