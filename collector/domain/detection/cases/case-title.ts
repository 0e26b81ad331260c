import type { Case } from '../../../ports/threats/cases.ts';
import { threatWords } from './threat-words.ts';

type Titled = Pick<Case, 'clientAddress' | 'cause' | 'clients' | 'types'>;

/** Gives a case's title: `bad.example at 192.0.2.7: DNS tunnel, malware`. */
export function caseTitle({ clientAddress, cause, clients, types }: Titled): string {
  const kinds = types.map(threatWords).join(', ');
  const where = clients.length > 1 ? `${clients.length} clients` : (clients[0] ?? clientAddress);
  const subject = cause === '' ? where : where === '' ? cause : `${cause} at ${where}`;
  return `${subject}: ${kinds}`;
}
